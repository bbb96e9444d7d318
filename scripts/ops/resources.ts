import { type AnyResource, shownFilters } from '#shared/kit/resource.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { money } from '#shared/kit/text/format.ts';
import { providerResources } from '#shared/staff-contract.ts';
import type { Argument } from './arguments.ts';
import { type Action, type Command, command } from './command.ts';

/** Commands of the lists that are declared as a resource: `clientes` lists, and `clientes-exportar` saves the CSV file. */
export const resourceCommands: Command[] = providerResources.flatMap((resource) => {
  const [name, help] = resource.command;
  const columns = Object.values(resource.columns)
    .filter(({ fileOnly }) => !fileOnly)
    .map(({ title, value }) => ({ title, value: (row: object) => textOf(value(row)) }));
  const fileName = () => fold(resource.title).replaceAll(' ', '-');
  return [
    { name, help, ...withFilters(command(resource.list, { columns }), resource) },
    {
      name: `${name}-exportar`,
      help: 'Guarda la lista en un CSV, entera o con un filtro',
      ...withFilters(command(resource.csv, { fileName }), resource),
    },
  ];
});

/** Returns a value for the terminal: amounts as people write them. */
const textOf = (value: CsvCell) => (typeof value === 'object' && value !== null ? money(value.pesos) : value);

/** Names the options of a command as the filters of the page. */
function withFilters(action: Action, { filters }: AnyResource): Action {
  const named = shownFilters(filters).map(([field, { name, label, hint, options }]): Argument => {
    const values = Object.keys(options ?? {}).filter(Boolean);
    return {
      to: `query.filter.${field}`,
      option: name,
      value: options ? name.toUpperCase() : 'TEXTO',
      help: hint ?? (options ? `${label}: ${values.join(', ')}` : label),
    };
  });
  return { ...action, options: [...named, ...action.options.filter(({ to }) => !named.some((one) => one.to === to))] };
}
