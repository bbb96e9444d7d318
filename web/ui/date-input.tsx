import * as Popover from '@radix-ui/react-popover';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { formatDateInput, parseDateInput } from './date-input-format.ts';
import { useFieldControl } from './field.tsx';
import { Calendar as CalendarIcon } from './icons.ts';
import styles from './input.module.css';
import popover from './popover.module.css';
import { Spinner } from './spinner.tsx';

const Calendar = lazy(() => import('./calendar.tsx'));

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
  const content = useRef<HTMLDivElement>(null);
  // The calendar's code may load after the user moved the focus elsewhere.
  const hasFocus = () => content.current?.contains(document.activeElement) ?? false;

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
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span className={styles.wrap}>
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
          <Popover.Trigger asChild>
            <IconButton
              size="sm"
              className={styles.button}
              label="Abrir el calendario"
              icon={<CalendarIcon />}
              disabled={disabled || readOnly}
            />
          </Popover.Trigger>
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          ref={content}
          className={popover.popover}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Calendario"
        >
          <Suspense fallback={<Spinner label="Abriendo el calendario" />}>
            <Calendar
              value={parseDateInput(text) ?? ''}
              min={min}
              max={max}
              mayFocus={hasFocus}
              onPick={(day) => {
                setText(formatDateInput(day));
                onChange(day);
                setOpen(false);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
