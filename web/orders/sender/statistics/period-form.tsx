import { type FormEvent, useState } from 'react';
import { isDay } from '#shared/days.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { Button } from '#web/ui/button.tsx';
import { Segment } from '#web/ui/choice.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { type Period, type Range, rangeErrors, SHORTCUTS } from './periods.ts';
import styles from './statistics.module.css';

const DAYS = 'days';
const DEFAULT = 'default';

interface PeriodFormProps {
  period: Period;
  range: Range;
  onDefault: () => void;
  onMonths: (months: number) => void;
  onRange: (range: Range) => void;
}

/**
 * Period shortcuts (D1 §2); 'Seleccionar Fechas' opens two date fields with 'Actualizar'. 'Este mes', our addition, is the
 * default period.
 */
export function PeriodForm({ period, range, onDefault, onMonths, onRange }: PeriodFormProps) {
  const currentMonth = useCapability('currentMonth') !== false;
  const [choosing, setChoosing] = useState(period.kind === 'days');
  const [shownKind, setShownKind] = useState(period.kind);
  // "Back" or a link can change the period.
  if (period.kind !== shownKind) {
    setShownKind(period.kind);
    setChoosing(period.kind === 'days');
  }
  const shortcut = period.kind === 'months' ? String(period.months) : currentMonth ? DEFAULT : null;
  return (
    <div className={styles.period}>
      <Segment
        label="Período"
        options={[
          ...(currentMonth ? [{ value: DEFAULT, label: 'Este mes' }] : []),
          ...SHORTCUTS.map(({ months, label }) => ({ value: String(months), label })),
          { value: DAYS, label: 'Seleccionar Fechas' },
        ]}
        value={choosing ? DAYS : shortcut}
        onChange={(value) => {
          setChoosing(value === DAYS);
          if (value === DEFAULT) onDefault();
          else if (value !== DAYS) onMonths(Number(value));
        }}
      />
      {choosing && <DaysForm key={`${range.from} ${range.to}`} range={range} onRange={onRange} />}
    </div>
  );
}

function DaysForm({ range, onRange }: Pick<PeriodFormProps, 'range' | 'onRange'>) {
  const [days, setDays] = useState(range);
  const [errors, setErrors] = useState<ReturnType<typeof rangeErrors>>({});
  const change = (next: Range) => {
    setDays(next);
    // An incomplete date is only reported on blur.
    setErrors(isDay(next.from) && isDay(next.to) ? rangeErrors(next) : {});
  };
  const update = (event: FormEvent) => {
    event.preventDefault();
    const wrong = rangeErrors(days);
    setErrors(wrong);
    if (!wrong.from && !wrong.to) onRange(days);
  };
  const check = () => setErrors(rangeErrors(days));
  return (
    <form className={styles.days} aria-label="Rango de fechas" noValidate onSubmit={update}>
      <Field label="Desde" light error={errors.from ?? null} className={styles.day}>
        <DateInput name="desde" value={days.from} onChange={(from) => change({ ...days, from })} onBlur={check} />
      </Field>
      <Field label="Hasta" light error={errors.to ?? null} className={styles.day}>
        <DateInput name="hasta" value={days.to} onChange={(to) => change({ ...days, to })} onBlur={check} />
      </Field>
      <Button type="submit" variant="brand" className={styles.update}>
        Actualizar
      </Button>
    </form>
  );
}
