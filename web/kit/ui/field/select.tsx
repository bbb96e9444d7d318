import type { ComponentProps } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { ChevronDown } from '#web/kit/ui/display/icons.ts';
import { useFieldControl } from './field.tsx';
import styles from './input.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Heading of the options among which it is; options of a heading follow each other. */
  group?: string;
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly SelectOption[];
  /** A first option with an empty value: "Todos", "Elegí una opción". */
  placeholder?: string;
  small?: boolean;
}

const optionsOf = (options: readonly SelectOption[]) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));

/** The browser's native select, for the best support on phones and in screen readers. */
export function Select({ options, placeholder, small, className, ...rest }: SelectProps) {
  const { control } = useFieldControl(rest);
  return (
    <span className={classNames(styles.wrap, className)}>
      <select
        {...rest}
        {...control}
        className={classNames(styles.input, styles.select, styles.marked, small && styles.small)}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, own]) =>
          group === undefined ? (
            optionsOf(own)
          ) : (
            <optgroup key={group} label={group}>
              {optionsOf(own)}
            </optgroup>
          ),
        )}
      </select>
      <ChevronDown className={styles.mark} />
    </span>
  );
}
