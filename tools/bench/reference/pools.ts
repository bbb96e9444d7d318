import pg from 'pg';
import { type Candidate, PLANS } from './statements.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Runs a statement; each connection prepares it once. */
export type RunStatement = (statement: Pick<Candidate, 'text' | 'plan'>, values: readonly unknown[]) => Promise<Row[]>;

// biome-ignore lint/suspicious/noExplicitAny: the columns of a row depend on its statement
type Row = any;

/**
 * Connections to the reference's copy as the tables' owner.
 *
 * @param max connections for each way to plan
 */
export function connectReference(
  owner: pg.ClientConfig,
  max: number,
): { ask: RunStatement; close(): Promise<unknown> } {
  const pools = new Map(
    PLANS.map((plan) => {
      const options = `-c search_path=reference,public -c plan_cache_mode=force_${plan}_plan -c jit=off`;
      return [plan, new pg.Pool({ ...owner, max, options })];
    }),
  );
  const names = new Map<string, string>();
  return {
    async ask({ text, plan }, values) {
      let name = names.get(text);
      if (name === undefined) {
        name = `reference ${names.size}`;
        names.set(text, name);
      }
      const { rows } = await (pools.get(plan) as pg.Pool).query({ name, text, values: [...values] });
      return rows;
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.end())),
  };
}
