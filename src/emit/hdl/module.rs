//! Lays out the module: contract, ports, declarations, clusters, flops.

use super::Sheet;
use super::cluster::Cluster;
use super::symbols::{Id, Role, Symbol, Symbols};
use super::text::{Printer, comment, number, wrap};
use super::tree::Field;
use crate::emit::{port_list, range};
use std::collections::BTreeSet;

/// Prints the module.
pub fn print(sheet: &Sheet, flops: &[Field], symbols: &Symbols, clusters: &[Cluster]) -> String {
    let layout = Layout { flops, symbols, clusters, printer: Printer { symbols } };
    let mut lines: Vec<String> = Vec::new();
    for line in sheet.contract.trim().lines() {
        lines.extend(comment(line, 0));
    }
    lines.push("`default_nettype none\n".into());
    lines.push(format!("module {} (", sheet.module));
    lines.extend(port_list(sheet.ports).lines().map(str::to_string));
    lines.push(");".into());
    let parts = [layout.constants(), layout.registers(), layout.logic(), layout.flop_block()];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        lines.push(String::new());
        lines.extend(part.iter().cloned().flat_map(wrap));
    }
    lines.push("\nendmodule\n\n`default_nettype wire\n".into());
    lines.join("\n")
}

struct Layout<'a> {
    flops: &'a [Field],
    symbols: &'a Symbols,
    clusters: &'a [Cluster],
    printer: Printer<'a>,
}

impl Layout<'_> {
    /// The localparams that are used: a paragraph for each enum, and one for the constants.
    fn constants(&self) -> Vec<String> {
        let mut used: BTreeSet<Id> = self.clusters.iter().flat_map(Cluster::reads).collect();
        used.extend(self.flops.iter().filter_map(|flop| self.reset_name(flop)));
        used.retain(|id| self.symbols[*id].role.is_constant());
        let mut groups: Vec<(&str, Vec<[String; 5]>)> = Vec::new();
        for id in used {
            let symbol = &self.symbols[id];
            let row = [
                "localparam".into(),
                range(symbol.width),
                symbol.verilog.clone(),
                format!("= {};", number(symbol.width, symbol.value)),
                note(symbol),
            ];
            match groups.iter_mut().find(|(group, _)| *group == symbol.group) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((&symbol.group, vec![row])),
            }
        }
        let groups: Vec<_> = groups.iter().map(|(_, rows)| columns(rows)).collect();
        groups.join(&String::new())
    }

    /// Declarations of flops, variables assigned in always blocks, registers behind outputs, and
    /// loop variables.
    fn registers(&self) -> Vec<String> {
        let mut rows = Vec::new();
        let mut row = |names: String, symbol: &Symbol| {
            let (range, note) = (range(symbol.width), note(symbol));
            rows.push(["reg".to_string(), range, names + ";", note]);
        };
        for flop in self.flops {
            let Some(q) = self.part(flop, "q") else {
                continue;
            };
            let d = self.part(flop, "d").filter(|d| self.is_procedural(*d));
            let names = [Some(q), d].into_iter().flatten();
            let names: Vec<&str> = names.map(|id| self.symbols[id].verilog.as_str()).collect();
            row(names.join(", "), &self.symbols[q]);
        }
        for id in self.symbols.ids().filter(|id| self.is_procedural(*id)) {
            if self.symbols[id].role != Role::Next {
                row(self.symbols[id].verilog.clone(), &self.symbols[id]);
            }
        }
        let mut lines = columns(&rows);
        let variables = self.clusters.iter().flat_map(Cluster::loop_variables);
        let variables: Vec<String> = variables.collect();
        if !variables.is_empty() {
            lines.push(format!("  integer {};", variables.join(", ")));
        }
        lines
    }

    fn logic(&self) -> Vec<String> {
        let mut lines = Vec::new();
        // Adjacent assignments of one kind share a paragraph, a comment and an aligned `=`.
        let mut run: Vec<[String; 2]> = Vec::new();
        let flush = |lines: &mut Vec<String>, run: &mut Vec<[String; 2]>| {
            lines.extend(columns(&std::mem::take(run)));
        };
        for cluster in self.clusters {
            let above = self.comments_above(cluster);
            let row = self.assign_row(cluster);
            let kind = |row: &[String; 2]| row[0].split(' ').next().map(str::to_string);
            let continues = row.is_some() && row.as_ref().map(kind) == run.last().map(kind);
            if !continues || !above.is_empty() {
                flush(&mut lines, &mut run);
                lines.push(String::new());
                lines.extend(above);
            }
            match row {
                Some(row) => run.push(row),
                None => {
                    lines.extend(self.always_block(cluster));
                    run.extend(self.output_rows(cluster));
                    if !run.is_empty() {
                        lines.push(String::new());
                    }
                }
            }
        }
        flush(&mut lines, &mut run);
        lines.drain(..lines.len().min(1));
        lines
    }

    /// `assign x = ...`, or `wire x = ...` if the assignment also declares the name.
    fn assign_row(&self, cluster: &Cluster) -> Option<[String; 2]> {
        let (target, value) = cluster.as_assign()?;
        let symbol = &self.symbols[target];
        let range = range(symbol.width);
        let left = match (symbol.role, range.as_str()) {
            (Role::Output, _) => format!("assign {}", symbol.verilog),
            (_, "") => format!("wire {}", symbol.verilog),
            (_, range) => format!("wire {range} {}", symbol.verilog),
        };
        Some([left, format!("= {};", self.printer.expr(value))])
    }

    /// Assignments of outputs from the registers of an always block.
    fn output_rows(&self, cluster: &Cluster) -> Vec<[String; 2]> {
        let symbols = cluster.targets.iter().map(|id| &self.symbols[*id]);
        let row = |symbol: &Symbol| {
            let output = symbol.output.as_ref()?;
            Some([format!("assign {output}"), format!("= {};", symbol.verilog)])
        };
        symbols.filter_map(row).collect()
    }

    fn always_block(&self, cluster: &Cluster) -> Vec<String> {
        let mut lines = vec!["  always @* begin".to_string()];
        let first = first_written(cluster);
        for (number, item) in cluster.items.iter().enumerate() {
            if number != first {
                lines.extend(item.comments.iter().flat_map(|text| comment(text, 4)));
            }
            self.printer.stmt(&item.stmt, 4, &mut lines);
        }
        lines.push("  end".into());
        lines
    }

    /// Comments of an entire cluster: those of its first statement or, for a wire, the note of the
    /// variable.
    fn comments_above(&self, cluster: &Cluster) -> Vec<String> {
        let mut texts = match cluster.items.get(first_written(cluster)) {
            Some(item) => item.comments.clone(),
            None => vec![],
        };
        if let Some((target, _)) = cluster.as_assign() {
            let symbol = &self.symbols[target];
            texts.extend(Some(symbol.note.clone()).filter(|note| !note.is_empty()));
        }
        texts.iter().flat_map(|text| comment(text, 2)).collect()
    }

    fn flop_block(&self) -> Vec<String> {
        if self.flops.is_empty() {
            return vec![];
        }
        let mut lines = vec!["  always @(posedge clk_i) begin".to_string()];
        lines.push("    if (!rst_ni) begin".into());
        for flop in self.flops {
            let reset = match self.reset_name(flop) {
                Some(id) => self.symbols[id].verilog.clone(),
                None => number(flop.width, flop.value),
            };
            lines.push(format!("      {}_q <= {reset};", flop.name));
        }
        lines.push("    end else begin".into());
        for flop in self.flops {
            let name = &flop.name;
            let enable = self.part(flop, "en").filter(|en| self.is_assigned(*en));
            let guard = enable.map_or(String::new(), |_| format!("if ({name}_en) "));
            lines.push(format!("      {guard}{name}_q <= {name}_d;"));
        }
        lines.extend(["    end".into(), "  end".into()]);
        lines
    }

    /// The constant that names a flop's reset value.
    fn reset_name(&self, flop: &Field) -> Option<Id> {
        match flop.variants.get(flop.value as usize) {
            Some(variant) => self.symbols.find(&variant.replace("::", "$")),
            None => self.part(flop, "reset"),
        }
    }

    fn part(&self, flop: &Field, part: &str) -> Option<Id> {
        self.symbols.find(&format!("{}${part}", flop.name))
    }

    fn is_assigned(&self, id: Id) -> bool {
        self.clusters.iter().any(|cluster| cluster.targets.contains(&id))
    }

    /// Whether an always block assigns the symbol.
    fn is_procedural(&self, id: Id) -> bool {
        let mut procedural = self.clusters.iter().filter(|cluster| cluster.as_assign().is_none());
        procedural.any(|cluster| cluster.targets.contains(&id))
    }
}

/// Index of the first statement that the author wrote, not `dff_setup!`.
fn first_written(cluster: &Cluster) -> usize {
    cluster.items.iter().position(|item| !item.is_hold).unwrap_or(0)
}

fn note(symbol: &Symbol) -> String {
    match symbol.note.as_str() {
        "" => String::new(),
        note => format!("// {note}"),
    }
}

/// Formats rows as lines. Each column is as wide as its widest cell; empty columns are left out.
fn columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |n: usize| rows.iter().map(|row| row[n].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let mut line = String::from(" ");
        for (cell, width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            line += &format!(" {cell:width$}");
        }
        line.trim_end().to_string()
    };
    rows.iter().map(line).collect()
}
