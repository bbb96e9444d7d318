import { OperatorApiError } from '#server/platform/http/operator-api.ts';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import type { Command } from './command.ts';

type Input = CallInput<AnyEndpoint>;
type Reply = Record<string, unknown>;

/** Splits an input into several calls if its list exceeds the maximum of a call. */
export function splitIntoCalls(input: Input, portions: Command['portions']): Input[] {
  const body = input.body as Record<string, unknown> | undefined;
  const rows = portions && body?.[portions.list];
  if (!portions || !Array.isArray(rows) || rows.length <= portions.most) return [input];
  const count = Math.ceil(rows.length / portions.most);
  return Array.from({ length: count }, (_, index) => {
    const part = rows.slice(index * portions.most, (index + 1) * portions.most);
    return { ...input, body: { ...body, [portions.list]: part } as never };
  });
}

/** Merges several replies: adds numbers, concatenates lists, and takes all other values from the last reply. */
function mergeReplies(replies: readonly Reply[]): Reply {
  return replies.reduce((all, next) => {
    const merged = Object.entries(next).map(([key, value]) => {
      const before = all[key];
      if (typeof value === 'number' && typeof before === 'number') return [key, before + value];
      if (Array.isArray(value) && Array.isArray(before)) return [key, [...before, ...value]];
      return [key, value];
    });
    return Object.fromEntries(merged);
  });
}

/** Sends calls one after the other. @throws OperatorApiError whose message names the part that was refused */
export async function sendCalls<I>(inputs: readonly I[], call: (input: I) => Promise<unknown>): Promise<object> {
  const replies: Reply[] = [];
  for (const input of inputs) {
    try {
      replies.push((await call(input)) as Reply);
    } catch (error) {
      if (!(error instanceof OperatorApiError) || inputs.length === 1) throw error;
      const where = `Falló la parte ${replies.length + 1} de ${inputs.length} (las anteriores se registraron): ${error.message}`;
      throw new OperatorApiError(error.status, where, error.errors);
    }
  }
  return mergeReplies(replies);
}
