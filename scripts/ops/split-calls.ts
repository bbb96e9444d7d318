import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import type { Command } from './command.ts';

type Input = CallInput<AnyEndpoint>;
type Reply = Record<string, unknown>;

/** The calls that an input takes: one, or several whose lists are no longer than a call allows. */
export function splitIntoCalls(input: Input, portions: Command['portions']): Input[] {
  const body = input.body as Record<string, unknown> | undefined;
  const rows = portions && body?.[portions.list];
  if (!portions || !Array.isArray(rows) || rows.length <= portions.most) return [input];
  const count = Math.ceil(rows.length / portions.most);
  return Array.from({ length: count }, (_, index) => {
    const some = rows.slice(index * portions.most, (index + 1) * portions.most);
    return { ...input, body: { ...body, [portions.list]: some } as never };
  });
}

/** One reply of several: numbers are added, lists put behind each other, everything else is the last one's. */
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
