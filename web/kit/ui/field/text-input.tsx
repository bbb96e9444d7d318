import { type ComponentProps, useState } from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Eye, EyeOff } from '#web/kit/ui/display/icons.ts';
import { useFieldControl } from './field.tsx';
import styles from './input.module.css';

/** Single-line text input. `small` fits into a bar (the pager's jump). */
export function TextInput({ className, small, ...rest }: ComponentProps<'input'> & { small?: boolean }) {
  const { control } = useFieldControl(rest);
  return (
    <input type="text" {...rest} {...control} className={classNames(styles.input, small && styles.small, className)} />
  );
}

/** Multi-line text input. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { control } = useFieldControl(rest);
  return <textarea rows={3} {...rest} {...control} className={classNames(styles.input, className)} />;
}

/** Password input with a button that reveals the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { control } = useFieldControl(rest);
  const [revealed, setRevealed] = useState(false);
  return (
    <span className={styles.wrap}>
      <input
        {...rest}
        {...control}
        type={revealed ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classNames(styles.input, styles.marked, className)}
      />
      <IconButton
        size="sm"
        className={styles.button}
        label={revealed ? 'Ocultar la contraseña' : 'Mostrar la contraseña'}
        icon={revealed ? <EyeOff /> : <Eye />}
        onClick={() => setRevealed(!revealed)}
      />
    </span>
  );
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'prefix'> {
  /** Shown before and after the number ("$", "g"). */
  prefix?: string;
  suffix?: string;
  /** True for a phone keyboard with a comma, for amounts. */
  decimal?: boolean;
}

/**
 * Number input of type text, with the phone's numeric keyboard: the wheel and arrows of a number field change values by
 * accident.
 */
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
