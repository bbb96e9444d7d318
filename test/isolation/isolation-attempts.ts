import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { scaled } from '#test/test-scale.ts';
import { type IdKind, type IdSlot, type SlotRequest, UNKNOWN } from './isolation-slots.ts';
import type { IsolationWorld, OtherCaller } from './isolation-world.ts';
import { Leak } from './leak-check.ts';

/** Who makes a request. */
interface Caller {
  name: string;
  token: string;
}

interface Answered {
  /** HTTP status; `leak` if the response contains another client's words. */
  status: number | 'leak';
  text: string;
}

/** Requests rows of other clients, and returns a line for each wrong response. */
export interface Attempts {
  /** As an owner, with each kind of id that a slot accepts. */
  asOwner(slot: IdSlot, pairs: IsolationWorld['pairs']): Promise<string[]>;
  /**
   * As another caller. A refused call is refused also for rows of the caller's own company; the others get the reply for unknown
   * ids.
   */
  asOther(caller: OtherCaller, slot: IdSlot): Promise<string[]>;
}

/** Makes a request as a client, or as the provider for the provider's calls. The fixture checks the response for foreign words. */
export async function ask(
  { app }: Pick<IsolationWorld, 'app'>,
  { token }: Pick<Caller, 'token'>,
  { method, path, body }: SlotRequest,
): Promise<Answered> {
  const answer = await app.fetch(path, {
    method,
    headers: {
      ...(path.startsWith('/api/ops/') ? { 'x-api-key': PROVIDER_KEY } : { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

export function createAttempts(world: IsolationWorld): Attempts {
  const answerOf = (caller: Caller, request: SlotRequest): Promise<Answered> =>
    ask(world, caller, request).catch((error: unknown) => {
      if (error instanceof Leak) return { status: 'leak', text: error.message };
      throw error;
    });

  /**
   * Responses to requests for unknown rows, by request: identical with any layer disabled. The unknown ids of most kinds are the same
   * number.
   */
  const unknownReplies = new Map<string, Promise<Answered>>();

  function forUnknown(caller: Caller, company: FullClient, { call, request }: IdSlot, kind: IdKind): Promise<Answered> {
    const asked = request(company, UNKNOWN[kind]);
    const key = JSON.stringify([caller.name, asked]);
    // The exports of this test add to the activity.
    const answer = (call !== 'listActivity' && unknownReplies.get(key)) || answerOf(caller, asked);
    unknownReplies.set(key, answer);
    return answer;
  }

  return {
    async asOwner(slot, pairs) {
      const wrong: string[] = [];
      for (const [mine, theirs] of pairs) {
        const caller = { name: mine.marker, token: mine.token };
        for (const kind of slot.kinds) {
          const unknown = await forUnknown(caller, mine, slot, kind);
          const answer = await answerOf(caller, slot.request(mine, theirs.ids[kind]));
          const what = `${slot.call} ${slot.field}, ${mine.marker} with the ${kind} of ${theirs.marker}`;
          if (isLeak(answer, unknown) || (!slot.capabilityUrl && !isSame(answer, unknown)))
            wrong.push(`${what}: ${shown(answer)} instead of ${shown(unknown)}`);
          else if (slot.status !== undefined && answer.status !== slot.status)
            wrong.push(`${what}: ${shown(answer)} instead of ${slot.status}`);
        }
      }
      return wrong;
    },
    async asOther(caller, slot) {
      const wrong: string[] = [];
      const refused = caller.refused(slot.call);
      const [company, theirs] = world.pairs[0] as [FullClient, FullClient];
      const kinds = refused ? slot.kinds.slice(0, 1) : scaled(likelyKinds(slot), slot.kinds);
      for (const kind of kinds) {
        const what = `${slot.call} ${slot.field}, ${caller.name} with the ${kind}`;
        const answer = await answerOf(caller, slot.request(company, theirs.ids[kind]));
        if (refused) {
          const own = await answerOf(caller, slot.request(company, company.ids[kind]));
          for (const [whose, one] of [[theirs.marker, answer] as const, ['its own company', own] as const])
            if (!isRefusal(one, refused))
              wrong.push(`${what} of ${whose}: ${shown(one)} instead of ${refused.join(' ')}`);
        } else {
          const unknown = slot.capabilityUrl ? answer : await forUnknown(caller, company, slot, kind);
          if (isLeak(answer, unknown) || !isSame(answer, unknown))
            wrong.push(`${what} of ${theirs.marker}: ${shown(answer)} instead of ${shown(unknown)}`);
        }
      }
      return wrong;
    },
  };
}

const isLeak = (...answers: Answered[]) => answers.some(({ status }) => status === 'leak');

const isSame = (one: Answered, other: Answered) => one.status === other.status && one.text === other.text;

const shown = ({ status, text }: Answered) => `${status} ${text.slice(0, 300)}`;

function isRefusal({ status, text }: Answered, [expected, code]: readonly [number, string | undefined]): boolean {
  return status === expected && /"code":"(\w+)"/.exec(text)?.[1] === code;
}

/** Returns the kinds of ids that the name of a slot's call contains, with words; all if there is none. */
function likelyKinds({ call, kinds }: IdSlot): readonly IdKind[] {
  const named = kinds.filter((kind) => call.toLowerCase().includes(kind.toLowerCase()));
  return named.length === 0 ? kinds : kinds.filter((kind) => kind === 'word' || named.includes(kind));
}
