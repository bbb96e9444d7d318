import * as Popover from '@radix-ui/react-popover';
import { type RefObject, useState } from 'react';
import styles from '#web/kit/ui/overlay/popover.module.css';
import Calendar from './calendar.tsx';

interface CalendarPopoverProps {
  /** The field below which the calendar opens. */
  field: RefObject<HTMLElement | null>;
  /** The button that opens and closes the calendar. */
  button: RefObject<HTMLButtonElement | null>;
  /** YYYY-MM-DD or ''. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
}

/** The open calendar of a date field. A separate file: most users of a list never open a calendar. */
export default function CalendarPopover({ field, button, value, min, max, onPick, onClose }: CalendarPopoverProps) {
  // This code may load after the user moved the focus elsewhere. Safari doesn't focus a clicked button.
  const [mayFocus] = useState(() => [button.current, document.body].some((it) => it === document.activeElement));
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={field as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Calendario"
          onOpenAutoFocus={(event) => !mayFocus && event.preventDefault()}
          onEscapeKeyDown={() => button.current?.focus()}
          onInteractOutside={(event) => {
            // The button closes the calendar by itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
          }}
        >
          <Calendar
            value={value}
            min={min}
            max={max}
            focuses={mayFocus}
            onPick={(day) => {
              onPick(day);
              button.current?.focus();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
