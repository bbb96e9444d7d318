import { type ComponentProps, lazy, Suspense, useRef, useState, useTransition } from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Calendar as CalendarIcon } from '#web/kit/ui/display/icons.ts';
import { formatDateInput, parseDateInput } from './date-input-format.ts';
import { useFieldControl } from './field.tsx';
import styles from './input.module.css';

const CalendarPopover = lazy(() => import('./calendar-popover.tsx'));

interface DateInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  /** YYYY-MM-DD, '' for none, or an invalid text as typed. */
  value: string;
  /** Called with YYYY-MM-DD once the text is a day, else with the text: the owner of the value validates it. */
  onChange: (value: string) => void;
  /** First and last day of the calendar, YYYY-MM-DD. */
  min?: string;
  max?: string;
}

const typedValue = (text: string) => parseDateInput(text) ?? text.trim();

/** Date field: a day is typed as DD/MM/AAAA or picked from a calendar. */
export function DateInput({
  value,
  onChange,
  min,
  max,
  onBlur,
  className,
  readOnly,
  disabled,
  ...rest
}: DateInputProps) {
  const { control } = useFieldControl(rest);
  const [text, setText] = useState(() => formatDateInput(value) || value);
  const [open, setOpen] = useState(false);
  const [loading, startLoading] = useTransition();
  const wrap = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    if (typedValue(text) !== value) setText(formatDateInput(value) || value);
  }

  const handleText = (newText: string) => {
    setText(newText);
    if (typedValue(newText) !== value) onChange(typedValue(newText));
  };

  return (
    <span ref={wrap} className={styles.wrap}>
      <input
        placeholder="DD/MM/AAAA"
        autoComplete="off"
        {...rest}
        {...control}
        type="text"
        inputMode="numeric"
        value={text}
        readOnly={readOnly}
        disabled={disabled}
        className={classNames(styles.input, styles.number, styles.marked, className)}
        onChange={(event) => handleText(event.target.value)}
        onBlur={(event) => {
          const day = parseDateInput(text);
          if (day) setText(formatDateInput(day));
          onBlur?.(event);
        }}
      />
      <IconButton
        ref={button}
        size="sm"
        className={styles.button}
        label="Abrir el calendario"
        icon={<CalendarIcon />}
        disabled={disabled || readOnly}
        busy={loading}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => (open ? setOpen(false) : startLoading(() => setOpen(true)))}
      />
      {/* Always mounted, so that the transition waits for the code instead of showing the fallback. */}
      <Suspense fallback={null}>
        {open && (
          <CalendarPopover
            field={wrap}
            button={button}
            value={parseDateInput(text) ?? ''}
            min={min}
            max={max}
            onPick={(day) => {
              setText(formatDateInput(day));
              onChange(day);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </span>
  );
}
