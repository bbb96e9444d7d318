import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldError } from '#shared/http/failure.ts';
import type { ApiError } from './api-error.ts';
import { dottedPath, fieldNamed, flatErrors, nestedErrors, valueAt } from './form-errors.ts';

/** A wrong field as the error summary lists it. */
export interface FormFieldError {
  /** Dotted path. */
  name: string;
  /** Id of the field on the page, for the summary's link. */
  id: string;
  message: string;
}

/** What every input of a form takes. */
export interface FieldBinding {
  name: string;
  id: string;
  /** What is wrong with it, in Spanish. */
  error: string | undefined;
  ref: (element: unknown) => void;
  onChange: (event: { target: unknown; type?: unknown }) => void;
  onBlur: (event: React.FocusEvent) => void;
}

/** A failed submit: its message, and the errors that belong to no field of the form. */
export type SubmitError = Pick<ApiError, 'message' | 'errors'>;

export interface FormOptions<V extends FieldValues> {
  /** First values, every field named: errors find their field by these. */
  defaults: V;
  /** Rules over more than one field; they speak beside the schema's, not after them. */
  check?: (values: V) => FieldError[];
  /** The field that is checked again when another one changes: `{ password: 'passwordConfirm' }`. */
  related?: Partial<Record<FieldPath<V>, FieldPath<V>>>;
  /** A gateway's names of fields, where they differ: `{ cp: 'address.zip_code' }`. */
  names?: Record<string, string>;
}

export interface Form<V extends FieldValues, S extends z.ZodMiniType> {
  /** The form library's own methods: `watch`, `setValue`, `reset`, `control` for field arrays. */
  rhf: UseFormReturn<V, unknown, z.output<S>>;
  /** Goes on the `<form>`: the order of its fields is the order of the summary. */
  formRef: RefObject<HTMLFormElement | null>;
  /** Binds an input that keeps its own text. */
  field: (name: FieldPath<V>) => FieldBinding;
  /** What is wrong with a field, in Spanish. */
  errorOf: (name: FieldPath<V>) => string | undefined;
  /** The wrong fields in the order of the page. */
  fieldErrors: FormFieldError[];
  /** True once anything differs from the first values. */
  dirty: boolean;
  /**
   * The form's `onSubmit`. The handler gets the values as the schema parsed them, then as they were typed: a body with
   * amounts is sent as typed, because parsing turns pesos into cents. It isn't called while a field is wrong: then the
   * first wrong one is scrolled to and focused.
   */
  submit: (
    handler: (parsed: z.output<S>, values: V) => Promise<void> | void,
  ) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Why the last submit failed, as far as no field shows it; null after a new submit. */
  submitError: SubmitError | null;
  /**
   * Puts the field errors of a failed submit on their fields and focuses the first; the rest becomes `submitError`.
   *
   * @param focus field that takes the focus if the error names none of the form's
   */
  showErrors: (failure: ApiError, focus?: FieldPath<V>) => FieldError[];
}

function resolverOf<V extends FieldValues, S extends z.ZodMiniType>(
  schema: S,
  check: ((values: V) => FieldError[]) | undefined,
): Resolver<V, unknown, z.output<S>> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    const own = (parsed.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }));
    const found = [...own, ...(check?.(values) ?? [])];
    if (parsed.success && found.length === 0) return { values: parsed.data, errors: {} };
    return { values: {}, errors: nestedErrors(found, values) as never };
  };
}

/** True while the pointer is down. */
let pressing = false;

/** Follows the pointer; returns a function that stops it. */
function watchPointer(): () => void {
  const control = new AbortController();
  const options = { capture: true, signal: control.signal };
  const set = (down: boolean) => () => {
    pressing = down;
  };
  window.addEventListener('pointerdown', set(true), options);
  window.addEventListener('click', set(false), options);
  window.addEventListener('keydown', set(false), options);
  return () => control.abort();
}

/** True when a field is left for a button or link that is being pressed: an error that appears now would move it away. */
const blurredByPress = (target: EventTarget | null) =>
  pressing && target instanceof HTMLElement && target.closest('button, a') !== null;

/**
 * A form over a schema of the contract. A field is checked when it is left with something in it, all are on submit, and a
 * wrong one again with each key.
 */
export function useForm<V extends FieldValues, S extends z.ZodMiniType>(
  schema: S,
  { defaults, check, names, related }: FormOptions<V>,
): Form<V, S> {
  const prefix = useId();
  useEffect(watchPointer, []);
  const formRef = useRef<HTMLFormElement | null>(null);
  const rhf = useHookForm<V, unknown, z.output<S>>({
    defaultValues: defaults as DefaultValues<V>,
    resolver: resolverOf<V, S>(schema, check),
    shouldFocusError: false,
  });
  const [submitError, setSubmitError] = useState<SubmitError | null>(null);
  const { errors, isDirty, isSubmitted } = rhf.formState;
  // Not `getFieldState`: it reads what else is known of a field, and all that is read is followed, with a render each.
  const errorOf = (name: string) => (valueAt(rhf.formState.errors, name) as { message?: string } | undefined)?.message;

  const idOf = (name: string) => `${prefix}${name}`;
  const elementOf = (name: string) =>
    document.getElementById(idOf(name)) ?? formRef.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);

  const inPageOrder = useCallback((list: FieldError[]): FieldError[] => {
    const named = [...(formRef.current?.querySelectorAll('[name], [data-field]') ?? [])].map(
      (element) => element.getAttribute('name') ?? element.getAttribute('data-field'),
    );
    const rank = ({ field }: FieldError) => (named.includes(field) ? named.indexOf(field) : named.length);
    return [...list].sort((a, b) => rank(a) - rank(b));
  }, []);

  /** After the page shows the errors, so that the field is where it will stay. */
  const focusFirst = (list: FieldError[]) =>
    requestAnimationFrame(() => {
      const [first] = inPageOrder(list);
      const element = first && elementOf(first.field);
      if (!element) return;
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
    });

  return {
    rhf,
    formRef,
    dirty: isDirty,
    errorOf,
    submitError,
    fieldErrors: isSubmitted
      ? inPageOrder(flatErrors(errors)).map(({ field, message }) => ({ name: field, id: idOf(field), message }))
      : [],
    field(name) {
      const { ref, onChange } = rhf.register(name);
      return {
        name,
        id: idOf(name),
        error: errorOf(name),
        ref,
        onChange(event) {
          const other = related?.[name];
          const changed = onChange(event as Parameters<typeof onChange>[0]);
          if (other && errorOf(other) !== undefined) void changed.then(() => rhf.trigger(other));
        },
        // The library's own blur handler is left out: it overwrites the value with that of the registered element, which is
        // undefined for a control that takes no ref (a combobox).
        onBlur(event) {
          const value = rhf.getValues(name) as unknown;
          if (value === '' || value === null || blurredByPress(event.relatedTarget)) return;
          const other = related?.[name];
          void rhf.trigger(other && rhf.getValues(other) !== '' ? [name, other] : name);
        },
      };
    },
    submit: (handler) =>
      rhf.handleSubmit(
        (parsed) => {
          setSubmitError(null);
          return handler(parsed as z.output<S>, rhf.getValues());
        },
        (wrong) => {
          setSubmitError(null);
          focusFirst(flatErrors(wrong));
        },
      ),
    showErrors(failure, focus) {
      const located = failure.errors.map(({ field, message }) => {
        const path = dottedPath(field);
        return { field: fieldNamed(names?.[path] ?? path, rhf.getValues()), message };
      });
      const known = located.filter(({ field }) => field !== '' && valueAt(rhf.getValues(), field) !== undefined);
      for (const { field, message } of known) rhf.setError(field as FieldPath<V>, { type: 'server', message });
      const others = located.filter((error) => !known.includes(error));
      if (known.length > 0) focusFirst(known);
      else if (focus) focusFirst([{ field: focus, message: failure.message }]);
      setSubmitError(known.length === 0 || others.length > 0 ? { message: failure.message, errors: others } : null);
      return others;
    },
  };
}
