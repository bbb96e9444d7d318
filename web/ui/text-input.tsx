import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import { Eye, EyeOff } from './icons.ts';
import styles from './input.module.css';

/** One line of text. `small` fits it into a bar (the pager's jump). */
export function TextInput({ className, small, ...rest }: ComponentProps<'input'> & { small?: boolean }) {
  const { control } = useFieldControl(rest);
  return (
    <input type="text" {...rest} {...control} className={classNames(styles.input, small && styles.small, className)} />
  );
}

/** Several lines of text. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { control } = useFieldControl(rest);
  return <textarea rows={3} {...rest} {...control} className={classNames(styles.input, className)} />;
}

/** A password that its owner may look at. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { control } = useFieldControl(rest);
  const [seen, setSeen] = useState(false);
  return (
    <span className={styles.wrap}>
      <input
        {...rest}
        {...control}
        type={seen ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classNames(styles.input, styles.marked, className)}
      />
      <IconButton
        size="sm"
        className={styles.button}
        label={seen ? 'Ocultar la contraseña' : 'Mostrar la contraseña'}
        icon={seen ? <EyeOff /> : <Eye />}
        onClick={() => setSeen(!seen)}
      />
    </span>
  );
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'prefix'> {
  /** Shown before and after the figure ("$", "g"); part of the label for those who listen. */
  prefix?: string;
  suffix?: string;
  /** A keyboard with a comma, for amounts. */
  decimal?: boolean;
}

/** A figure typed as text (a number field's wheel and arrows change it by accident), with the phone's figure keys. */
export function NumberInput({ prefix, suffix, decimal, className, ...rest }: NumberInputProps) {
  const { control } = useFieldControl(rest);
  return (
    <span className={styles.wrap}>
      {prefix ? <span className={classNames(styles.affix, styles.prefix)}>{prefix}</span> : null}
      <input
        autoComplete="off"
        {...rest}
        {...control}
        type="text"
        inputMode={decimal ? 'decimal' : 'numeric'}
        className={classNames(
          styles.input,
          styles.number,
          prefix && styles.prefixed,
          suffix && styles.suffixed,
          className,
        )}
      />
      {suffix ? <span className={classNames(styles.affix, styles.suffix)}>{suffix}</span> : null}
    </span>
  );
}
