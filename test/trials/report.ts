/** One line of a trial's table. */
export interface Finding {
  what: string;
  result: string | number;
  /** Whether the check passed. */
  right: boolean;
  /** Details of a failure. */
  more: string;
}

export function finding(what: string, result: string | number, right: boolean, more = ''): Finding {
  return { what, result, right, more };
}

/** Formats the findings as a table for the documents. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, result, right, more }) => {
    const seen = right ? `${result}` : `**${result}**${more && ` (${more})`}`;
    return `| ${what} | ${seen} |`;
  });
  return ['| check | result |', '| --- | --- |', ...rows].join('\n');
}
