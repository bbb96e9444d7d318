/** Reason why a statement of a migration would break nodes of the previous version. */
export interface MigrationViolation {
  statement: string;
  reason: string;
}

/** Pattern of a table's name in a statement. */
const TABLE = '(?:ONLY\\s+)?(?:IF\\s+EXISTS\\s+)?(?:public\\.)?"?(\\w+)"?';

interface Rule {
  /** The first group is the table, if any. */
  matches: RegExp;
  unless?: RegExp;
  reason: string;
}

const RULES: Rule[] = [
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bALTER (?:COLUMN )?\\w+ (?:SET DATA )?TYPE\\b`, 'i'),
    reason: 'rewrites the table under a lock: add a column of the new type, fill it, switch, drop the old one later',
  },
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bADD (?:COLUMN )?(?!CONSTRAINT)[^;]*\\bNOT NULL\\b`, 'i'),
    unless: /\bDEFAULT\b|\bGENERATED\b/i,
    reason: 'rows that the version before inserts have no value for it: give it a default',
  },
  {
    matches: new RegExp(
      `^ALTER TABLE ${TABLE}[^;]*\\bADD (?:COLUMN )?[^;]*\\bDEFAULT (?:clock_timestamp|random|gen_random_uuid|next_id|nextval)`,
      'i',
    ),
    reason: 'a default that differs from row to row rewrites the table: add the column first, set its default behind',
  },
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bADD (?:COLUMN )?[^;]*\\bGENERATED ALWAYS AS \\([^;]*STORED`, 'i'),
    reason: 'rewrites the table under a lock: add a plain column and let the writers fill it',
  },
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bALTER (?:COLUMN )?\\w+ SET NOT NULL`, 'i'),
    reason: 'reads the whole table under a lock: ADD CONSTRAINT … CHECK (… IS NOT NULL) NOT VALID, VALIDATE it later',
  },
  {
    matches: new RegExp(
      `^ALTER TABLE ${TABLE}[^;]*\\bADD (?:CONSTRAINT \\w+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY|EXCLUDE)`,
      'i',
    ),
    unless: /\bNOT VALID\b|\bUSING INDEX\b/i,
    reason: 'reads the whole table under a lock: add it NOT VALID and VALIDATE it in a later migration',
  },
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bRENAME\\b`, 'i'),
    reason: 'the version before still uses the old name',
  },
  {
    matches: new RegExp(`^ALTER TABLE ${TABLE}[^;]*\\bDROP (?:COLUMN )?(?!CONSTRAINT|NOT\\b|DEFAULT)\\w`, 'i'),
    reason: 'the version before still uses the column',
  },
  { matches: new RegExp(`^DROP TABLE ${TABLE}`, 'i'), reason: 'the version before still uses the table' },
  { matches: /^DROP (?:FUNCTION|PROCEDURE|VIEW|TYPE|ROLE)\b()/i, reason: 'the version before still uses it' },
  { matches: /^(?:TRUNCATE|LOCK|CLUSTER|VACUUM|REINDEX)\b()/i, reason: 'locks everybody else out' },
  {
    matches: new RegExp(`^CREATE (?:UNIQUE )?INDEX[^;]*?\\bON ${TABLE}`, 'i'),
    unless: /\bCONCURRENTLY\b/i,
    reason: 'nobody can write to the table meanwhile: CREATE INDEX CONCURRENTLY in a file ….concurrently.sql',
  },
];

/** Comment in a migration that marks the statements below it, up to the next blank line, as safe, with a reason. */
const HARMLESS = /^-- harmless: \S+/m;

/**
 * Finds statements of a migration that break the previous version: tables that are rewritten or locked for a time that
 * grows with their size, removed names. Tables created in the same file are exempt, and so are paragraphs with a line
 * `-- harmless: <reason>`.
 */
export function findMigrationViolations(sql: string): MigrationViolation[] {
  const made = new Set([...sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gim)].map(([, name]) => name));
  return paragraphsOf(sql)
    .filter((paragraph) => !HARMLESS.test(paragraph))
    .flatMap(statementsOf)
    .flatMap((statement) =>
      RULES.filter(({ matches, unless }) => {
        const found = matches.exec(statement);
        return found && !made.has(found[1]) && !unless?.test(statement);
      }).map(({ reason }) => ({ statement, reason })),
    );
}

/** Splits at blank lines; the body of a function is one part. */
function paragraphsOf(sql: string): string[] {
  return withoutBodies(sql).split(/\n\s*\n/);
}

function withoutBodies(sql: string): string {
  return sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
}

function statementsOf(paragraph: string): string[] {
  return paragraph
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}
