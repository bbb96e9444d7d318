import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CircleAlert } from '#web/kit/ui/display/icons.ts';
import styles from './choice.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Label of the checkbox; without a label, set `aria-label`. */
  label?: ReactNode;
  /** True when only part of the group is checked. */
  indeterminate?: boolean;
  ref?: Ref<HTMLInputElement>;
}

function assignRef<T>(ref: Ref<T> | undefined, value: T | null) {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}

/** A checkbox with its label on the right. */
export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const input = (
    <input
      {...rest}
      ref={(element) => {
        box.current = element;
        assignRef(ref, element);
      }}
      type="checkbox"
      className={classNames(styles.check, !label && className)}
    />
  );
  if (!label) return input;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside, in a variable.
    <label className={classNames(styles.choice, className)}>
      {input}
      <span>{label}</span>
    </label>
  );
}

export interface RadioOption {
  value: string;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'type' | 'defaultChecked' | 'checked'> {
  legend: string;
  options: readonly RadioOption[];
  name: string;
  error?: string | null;
  hint?: string;
  /** Hides the legend visually, where a heading has the same text. */
  hideLegend?: boolean;
}

/**
 * Radio buttons as cards. `ref`, `onChange` and `onBlur` are passed to every radio; `value` makes the group controlled.
 */
export function RadioCards({
  legend,
  options,
  value,
  defaultValue,
  error,
  hint,
  hideLegend,
  id,
  ...rest
}: RadioCardsProps) {
  const noteId = useId();
  return (
    <fieldset aria-describedby={error || hint ? noteId : undefined}>
      <legend className={hideLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.option}>
            <input
              {...rest}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value, onChange: rest.onChange ?? (() => undefined) })}
              type="radio"
              id={index === 0 ? id : undefined}
              value={option.value}
              disabled={rest.disabled || option.disabled}
              className={styles.radio}
            />
            <span>
              {option.label}
              {option.hint ? <small>{option.hint}</small> : null}
            </span>
          </label>
        ))}
      </div>
      {error || hint ? (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {error ? <CircleAlert className="icon-14" /> : null}
          <span>{error || hint}</span>
        </p>
      ) : null}
    </fieldset>
  );
}

interface SegmentProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  value: T | null;
  onChange: (value: T) => void;
  /** True for icons only; the labels become accessible names and tooltips. */
  icons?: boolean;
}

/** Exclusive buttons in one strip: a period, a density. */
export function Segment<T extends string>({ label, options, value, onChange, icons }: SegmentProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a strip of buttons is no fieldset.
    <div role="group" aria-label={label} className={classNames(styles.segment, icons && styles.icons)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={icons ? option.label : undefined}
          title={icons ? option.label : undefined}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {icons ? null : option.label}
        </button>
      ))}
    </div>
  );
}
