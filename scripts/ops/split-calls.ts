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
export function mergeReplies(replies: readonly Reply[]): Reply {
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
