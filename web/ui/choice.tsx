import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';
import { CircleAlert } from './icons.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** What it stands for; without one, give `aria-label`. */
  label?: ReactNode;
  /** Some of what it stands for is ticked. */
  indeterminate?: boolean;
  ref?: Ref<HTMLInputElement>;
}

function assign<T>(ref: Ref<T> | undefined, value: T | null) {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}

/** A box to tick, with its label to the right. */
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
        assign(ref, element);
      }}
      type="checkbox"
      className={classNames(styles.check, !label && className)}
    />
  );
  if (!label) return input;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: The box is inside, in a variable.
    <label className={classNames(styles.choice, className)}>
      {input}
      <span>{label}</span>
    </label>
  );
}

export interface RadioOption {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}

interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'type' | 'defaultChecked' | 'checked'> {
  legend: string;
  options: readonly RadioOption[];
  name: string;
  error?: string | null;
  hint?: string;
  /** The heading above already says it: keep the legend for those who listen. */
  hideLegend?: boolean;
}

/** One of a few, each a card. `ref`, `onChange` and `onBlur` go to every radio; with `value` it is controlled. */
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
  const note = useId();
  return (
    <fieldset aria-describedby={error || hint ? note : undefined}>
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
        <p id={note} className={error ? styles.error : styles.hint}>
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
  /** Icons alone; the labels become names and tooltips. */
  icons?: boolean;
}

/** A few exclusive buttons in one strip: a period, a density. */
export function Segment<T extends string>({ label, options, value, onChange, icons }: SegmentProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: A strip of buttons is no set of form fields.
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
