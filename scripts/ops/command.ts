import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type Arguments, argumentsOf, type Differences, type Given } from './arguments.ts';
import type { FIELDS } from './dictionary.ts';
import type { Column, Shown } from './output.ts';
import type { TerminalSession } from './session.ts';

/** Result of a command of several steps. */
export interface CommandResult {
  output: string;
  /** Whether the process exits with 1. */
  failed?: boolean;
  /** Text for the error output, which follows the results. */
  error?: string;
}

/** A call and its input. */
export interface Call {
  call: AnyEndpoint;
  given: Given;
}

/** A command without its name and help. */
export interface Action extends Arguments, Shown {
  /** Calls that the command makes, for its help. */
  calls: readonly AnyEndpoint[];
  /** Returns the call that the arguments ask for. */
  callFor: (given: Given) => Call;
  /** List in the body that is sent in several calls, and its maximum length in one. */
  split?: { list: string; most: number } | undefined;
  /** Whether a successful reply contains failures. */
  failed?: ((reply: never) => boolean) | undefined;
  /** Returns the name of the file for the call's answer, without its ending. By default the name of the command. */
  fileName?: ((given: Given) => string) | undefined;
  /** Runs instead of the call, for commands of several steps. */
  run?: ((given: Given, session: TerminalSession) => Promise<CommandResult>) | undefined;
}

export interface Command extends Action {
  name: string;
  help: string;
}

/** Names in a list that K lacks. A name may have a title: `id=Pedido`. */
type Unknown<S extends string, K extends string> = S extends `${infer First}, ${infer Rest}`
  ? Unknown<First, K> | Unknown<Rest, K>
  : S extends K | `${K}=${string}` | ''
    ? never
    : S;

/** The list itself if K has all its names. */
type Known<S extends string, K extends string> = [Unknown<S, K>] extends [never] ? S : `unknown: ${Unknown<S, K>}`;

type Keys<T> = T extends object ? keyof T & string : never;
type FilterOf<E> = QueryOf<E> extends { filter: infer F } ? F : never;
/** Fields of the rows of lists in a body. Those of rows that the handler parses aren't typed. */
type RowKeys<B> = {
  [N in keyof B]: NonNullable<B[N]> extends readonly (infer I)[]
    ? unknown extends I
      ? keyof typeof FIELDS
      : Keys<I>
    : never;
}[keyof B];
type InputName<E> = Keys<ParamsOf<E> | BodyOf<E> | QueryOf<E> | FilterOf<E>> | RowKeys<BodyOf<E>>;
type ResultOf<R> = R extends { results: infer T } ? (T extends readonly (infer I)[] ? I : T) : R;

/** How a command differs from what follows from its call. `R` is a row of the results. */
interface Declared<E extends AnyEndpoint, R, W extends string, O extends string, C extends string, X extends string>
  extends Pick<Action, 'split' | 'fileName' | 'run'> {
  /** Called instead if an argument sets a part of its body. */
  change?: AnyEndpoint;
  /** Called instead with an option. */
  instead?: { option: string; help: string; call: AnyEndpoint };
  /** Positional arguments; by default the parameters of the path and the required fields of the body. `body`: a file. */
  words?: W & Known<W, InputName<E> | 'body'>;
  /** Options; by default the other fields that have one in the dictionary. */
  options?: O & Known<O, InputName<E>>;
  /** Values without an argument. */
  set?: Partial<Record<InputName<E>, unknown>>;
  /** List in the body of which the options fill one row, and defaults of the row. */
  row?: { of: Keys<BodyOf<E>>; defaults?: () => Record<string, unknown> };
  /** Meanings of arguments that differ from those in the dictionary. */
  meaning?: Partial<Record<InputName<E> | 'body', string>>;
  /** Columns of the results, by name: `'client_id, id=Pedido'`, or as a list; `*` are all fields. */
  columns?: (C & Known<C, '*' | (Keys<R> & keyof typeof FIELDS) | X>) | readonly Column<R>[];
  /** Values of columns that aren't shown as the field is, by field or title. */
  values?: Record<X, (row: R) => unknown>;
  show?: (reply: ReplyOf<E>) => unknown[];
  failed?: (reply: ReplyOf<E>) => boolean;
}

/** Declares a command by its call. */
export function command<
  E extends AnyEndpoint,
  W extends string,
  O extends string,
  C extends string,
  X extends string = never,
>(call: E, declared: Declared<E, ResultOf<ReplyOf<E>>, W, O, C, X> = {}): Action {
  const { change, instead, columns = null, values, show = null, failed, split, fileName, run } = declared;
  // The names of fields are checked by the parameters' types.
  const { words, options, defaults } = argumentsOf(change ?? call, declared as Differences);
  const other = instead && { to: 'instead', option: instead.option, value: '', help: instead.help };
  return {
    calls: [call, ...(change ? [change] : []), ...(instead ? [instead.call] : [])],
    callFor: ({ instead: chosen, ...given }) => {
      if (chosen && instead) return { call: instead.call, given };
      if (change && given.body) return { call: change, given };
      return { call, given: call.body && !given.body ? { ...given, body: {} } : given };
    },
    words: run ? words.map((word) => (word.to === 'body' ? { ...word, to: 'file' } : word)) : words,
    options: other ? [...options, other] : options,
    defaults,
    columns,
    values: values ?? {},
    show,
    failed,
    split,
    fileName,
    run,
  };
}

/** Declares a command that shows the results of a change beside its message. */
export const withResults = (call: AnyEndpoint): Action => ({ ...command(call), columns: '*' });

/** Names actions: each key is the name of a command and its help, `'bloquear  Bloquea a un cliente'`. */
export function commandsOf(actions: Readonly<Record<string, Action | AnyEndpoint>>): Command[] {
  return Object.entries(actions).map(([line, action]) => {
    const [name = '', help = ''] = line.split('  ');
    return { name, help, ...('calls' in action ? action : command(action)) };
  });
}
