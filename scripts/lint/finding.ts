/** One thing that breaks a rule of the house. */
export interface Finding {
  /** Name of the rule, in kebab-case. */
  readonly rule: string;
  /** What breaks it: a path relative to the repository, with `:line` where there is one, or `from → to`. */
  readonly where: string;
  /** What is wrong there. Left out where the place says it all, as `from → to` does. */
  readonly message?: string;
  /** Why the rule is there and what to do instead. */
  readonly advice: string;
}

/** Findings as text, grouped by rule, so that each rule explains itself once. */
export function showFindings(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, (finding) => `${finding.rule}\n  ${finding.advice}`)]
    .map(([head, group]) =>
      [head, ...group.map((f) => `  ✗ ${f.where}${f.message ? `: ${f.message}` : ''}`)].join('\n'),
    )
    .join('\n\n');
}
