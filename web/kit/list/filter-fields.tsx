import type { ReactElement } from 'react';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select, type SelectOption } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import type { ListFilters } from './filters.ts';

interface FilterFields<N extends string> {
  text: (name: N, placeholder?: string) => ReactElement;
  select: (name: N, options: readonly SelectOption[]) => ReactElement;
  day: (name: N) => ReactElement;
}

/** Returns functions that render the fields of a list's search form. */
export function filterFields<N extends string>(filters: ListFilters<N>, labels: Record<N, string>): FilterFields<N> {
  const input = (name: N) => ({
    name,
    value: filters.values[name],
    onChange: (event: { target: { value: string } }) => filters.set(name, event.target.value),
  });
  return {
    text: (name, placeholder) => (
      <Field light label={labels[name]}>
        <TextInput {...input(name)} autoComplete="off" placeholder={placeholder} />
      </Field>
    ),
    select: (name, options) => (
      <Field light label={labels[name]}>
        <Select {...input(name)} options={options} placeholder="Todos" />
      </Field>
    ),
    day: (name) => (
      <Field light label={labels[name]} error={filters.errors[name] ?? null}>
        <DateInput
          name={name}
          value={filters.values[name]}
          onChange={(value) => filters.set(name, value)}
          onBlur={filters.check}
        />
      </Field>
    ),
  };
}
