import { DayPicker } from 'react-day-picker';
import { es } from 'react-day-picker/locale/es';
import { localDay } from '#shared/kit/days.ts';
import { ChevronLeft, ChevronRight } from '#web/kit/ui/display/icons.ts';
import styles from './calendar.module.css';

/** Returns local midnight of a day: the calendar renders local days without a time zone. */
function toLocal(iso: string): Date {
  return new Date(`${iso}T00:00:00`);
}

function toIso(date: Date): string {
  const twoDigits = (figure: number) => String(figure).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const CLASSES = {
  months: styles.months,
  month_caption: styles.caption,
  nav: styles.nav,
  button_previous: styles.turn,
  button_next: styles.turn,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.button,
  selected: styles.selected,
  today: styles.today,
  outside: styles.outside,
  disabled: styles.disabled,
};

interface CalendarProps {
  /** YYYY-MM-DD or ''. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
  /** True when a day takes the focus at first. */
  focuses: boolean;
}

/** Date picker for one month, in Spanish, with keyboard support. */
export default function Calendar({ value, min, max, onPick, focuses }: CalendarProps) {
  const selected = value ? toLocal(value) : undefined;
  const disabledDays = [...(min ? [{ before: toLocal(min) }] : []), ...(max ? [{ after: toLocal(max) }] : [])];
  return (
    <DayPicker
      today={toLocal(localDay(new Date()))}
      autoFocus={focuses}
      mode="single"
      locale={es}
      weekStartsOn={1}
      showOutsideDays
      selected={selected}
      defaultMonth={selected}
      disabled={disabledDays}
      onDayClick={(day, modifiers) => {
        if (!modifiers.disabled) onPick(toIso(day));
      }}
      classNames={CLASSES}
      components={{ Chevron: ({ orientation }) => (orientation === 'left' ? <ChevronLeft /> : <ChevronRight />) }}
    />
  );
}
