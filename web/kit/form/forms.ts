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
import type { FieldError } from '#shared/kit/http/failure.ts';
import type { ApiError } from '#web/kit/call/api-error.ts';
import { dottedPath, fieldNamed, flatErrors, nestedErrors, valueAt } from './form-errors.ts';
import { requiredFields } from './required-fields.ts';

/** An invalid field, as the error summary lists it. */
export interface FormFieldError {
  /** Dotted path. */
  name: string;
  /** Id of the field on the page, for the summary's link. */
  id: string;
  message: string;
}

/** The props that bind an input to the form. */
export interface FieldBinding {
  name: string;
  id: string;
  /** Error message, in Spanish. */
  error: string | undefined;
  /** Set if the form can't be sent without a value. */
  'aria-required': true | undefined;
  ref: (element: unknown) => void;
  onChange: (event: { target: unknown; type?: unknown }) => void;
  onBlur: (event: React.FocusEvent) => void;
}

/** The message of a failed submit, and the errors that belong to no field of the form. */
export type SubmitError = Pick<ApiError, 'message' | 'errors'>;

export interface FormOptions<V extends FieldValues> {
  /** Initial values. Every field must be present: server errors find their field among them. */
  defaults: V;
  /** Validates rules across fields; its errors are added to the schema's. */
  check?: (values: V) => FieldError[];
  /**
   * True for a form of stored values: a stored text that wasn't changed isn't refused, since it may be older than the rules or come from
   * a foreign gateway. The submit handler then gets the values as typed if they don't parse.
   */
  keepsStored?: boolean;
  /** The field to validate again when another one changes: `{ password: 'passwordConfirm' }`. */
  related?: Partial<Record<FieldPath<V>, FieldPath<V>>>;
  /** Field names of the gateway where they differ from the form's: `{ cp: 'address.zip_code' }`. */
  names?: Record<string, string>;
}

export interface Form<V extends FieldValues, S extends z.ZodMiniType> {
  /** The methods of React Hook Form: `watch`, `setValue`, `reset`, `control` for field arrays. */
  rhf: UseFormReturn<V, unknown, z.output<S>>;
  /** Ref of the `<form>`: the order of its fields is the order of the error summary. */
  formRef: RefObject<HTMLFormElement | null>;
  /** Binds an uncontrolled input. */
  field: (name: FieldPath<V>) => FieldBinding;
  /** Returns the error message of a field, in Spanish. */
  errorOf: (name: FieldPath<V>) => string | undefined;
  /** Whether a field still has a value that `markDoubtful` named. */
  isDoubtful: (name: FieldPath<V>) => boolean;
  /** Marks values that a person has to check, by field; replaces earlier marks. A mark goes when the value changes. */
  markDoubtful: (values: Readonly<Record<string, string>>) => void;
  /** The invalid fields, in the order of the page. */
  fieldErrors: FormFieldError[];
  /** True when any value differs from its initial value. */
  dirty: boolean;
  /**
   * Returns the form's `onSubmit`. The handler gets the parsed values, then the typed ones: a body with amounts is sent
   * as typed, because parsing turns pesos into cents. While a field is invalid, the handler isn't called and the first
   * invalid field gets the focus.
   */
  submit: (
    handler: (parsed: z.output<S>, values: V) => Promise<void> | void,
  ) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Why the last submit failed, as far as no field shows it; null after a new submit. */
  submitError: SubmitError | null;
  /**
   * Shows the errors of a failed submit on their fields and focuses the first; the rest becomes `submitError`.
   *
   * @param focus field to focus if the error names no field of the form
   * @returns the errors of no field
   */
  showErrors: (failure: ApiError, focus?: FieldPath<V>) => FieldError[];
}

const schemaErrors = ({
  error,
}: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] };
}): FieldError[] => (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }));

function resolverOf<V extends FieldValues, S extends z.ZodMiniType>(
  schema: S,
  check: ((values: V) => FieldError[]) | undefined,
  stored: V | undefined,
): Resolver<V, unknown, z.output<S>> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    const isChanged = ({ field }: FieldError) => {
      const before = valueAt(stored, field);
      return !before || before !== valueAt(values, field);
    };
    const found = [...schemaErrors(parsed).filter(isChanged), ...(check?.(values) ?? [])];
    if (found.length === 0) return { values: (parsed.data ?? values) as z.output<S>, errors: {} };
    return { values: {}, errors: nestedErrors(found, values) as never };
  };
}

/** True while the pointer is pressed. */
let pressing = false;

/** Tracks presses of the pointer; returns a function that stops this. */
function watchPointer(): () => void {
  const control = new AbortController();
  const track = ({ type }: Event) => {
    pressing = type === 'pointerdown';
  };
  for (const type of ['pointerdown', 'click', 'keydown'])
    window.addEventListener(type, track, { capture: true, signal: control.signal });
  return () => control.abort();
}

/** Returns whether the focus moves to a button or link that is being pressed: an error shown now would move it away. */
const blurredByPress = (target: EventTarget | null) =>
  pressing && target instanceof HTMLElement && target.closest('button, a') !== null;

/**
 * Provides a form over a schema of the contract. A field is validated when a non-empty field loses the focus, all
 * fields on submit, and an invalid field again at each change.
 */
export function useForm<V extends FieldValues, S extends z.ZodMiniType>(
  schema: S,
  { defaults, check, names, related, keepsStored }: FormOptions<V>,
): Form<V, S> {
  const prefix = useId();
  useEffect(watchPointer, []);
  const formRef = useRef<HTMLFormElement | null>(null);
  const rhf = useHookForm<V, unknown, z.output<S>>({
    defaultValues: defaults as DefaultValues<V>,
    resolver: resolverOf<V, S>(schema, check, keepsStored ? defaults : undefined),
    shouldFocusError: false,
  });
  const [isRequired] = useState(() =>
    requiredFields(defaults, (empty) => [...schemaErrors(z.safeParse(schema, empty)), ...(check?.(empty) ?? [])]),
  );
  const [submitError, setSubmitError] = useState<SubmitError | null>(null);
  const [doubtful, markDoubtful] = useState<Readonly<Record<string, string>>>({});
  const { errors, isDirty, isSubmitted } = rhf.formState;
  // Not `getFieldState`: it reads more of the form state, and React Hook Form re-renders for every part that was read.
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

  const focusFrame = useRef(0);
  /** Focuses the first invalid field, after the errors are rendered and have moved it to its position. */
  const focusFirst = (list: FieldError[]) => {
    focusFrame.current = requestAnimationFrame(() => {
      const [first] = inPageOrder(list);
      const element = first && elementOf(first.field);
      element?.scrollIntoView({ block: 'center' });
      element?.focus({ preventScroll: true });
    });
  };

  return {
    rhf,
    formRef,
    dirty: isDirty,
    errorOf,
    isDoubtful: (name) => name in doubtful && doubtful[name] === rhf.getValues(name),
    markDoubtful,
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
        'aria-required': isRequired(name) || undefined,
        ref,
        onChange(event) {
          const other = related?.[name];
          const changed = onChange(event as Parameters<typeof onChange>[0]);
          // Renders the field again without its mark.
          if (name in doubtful) markDoubtful({ ...doubtful });
          if (other && (errorOf(other) !== undefined || rhf.getValues(other) !== ''))
            void changed.then(() => rhf.trigger(other));
        },
        // Replaces the library's blur handler, which overwrites the value with the registered element's value:
        // undefined for a control without a ref (a combobox).
        onBlur(event) {
          const value = rhf.getValues(name) as unknown;
          if (value === '' || value === null || blurredByPress(event.relatedTarget)) return;
          const other = related?.[name];
          void rhf.trigger(other && rhf.getValues(other) !== '' ? [name, other] : name);
        },
      };
    },
    submit(handler) {
      const validateAndHandle = rhf.handleSubmit(
        (parsed) => handler(parsed, rhf.getValues()),
        (invalid) => focusFirst(flatErrors(invalid)),
      );
      return (event) => {
        // A pending focus of the last refused field would take the focus from the result of this submit.
        cancelAnimationFrame(focusFrame.current);
        setSubmitError(null);
        return validateAndHandle(event);
      };
    },
    showErrors(failure, focus) {
      const resolved = failure.errors.map(({ field, message }) => {
        const path = dottedPath(field);
        return { field: fieldNamed(names?.[path] ?? path, rhf.getValues()), message };
      });
      const known = resolved.filter(({ field }) => field !== '' && valueAt(rhf.getValues(), field) !== undefined);
      for (const { field, message } of known) rhf.setError(field as FieldPath<V>, { type: 'server', message });
      const others = resolved.filter((error) => !known.includes(error));
      if (known.length > 0) focusFirst(known);
      else if (focus) focusFirst([{ field: focus, message: failure.message }]);
      setSubmitError(known.length === 0 || others.length > 0 ? { message: failure.message, errors: others } : null);
      return others;
    },
  };
}
