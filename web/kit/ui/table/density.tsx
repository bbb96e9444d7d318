import { Rows2, Rows3 } from '#web/kit/ui/display/icons.ts';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import { usePersistedChoice } from '#web/kit/ui/use-persisted-choice.ts';

const DENSITIES = ['compact', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

/** Row height of all tables, 40 px or 52 px; stored in the browser. */
export function useDensity(): [Density, (next: Density) => void] {
  return usePersistedChoice<Density>('density', DENSITIES, 'compact');
}

/** Buttons for the row height. */
export function DensityToggle() {
  const [density, choose] = useDensity();
  return (
    <Segment
      label="Alto de las filas"
      icons
      value={density}
      onChange={choose}
      options={[
        { value: 'compact', label: 'Filas compactas', icon: <Rows3 className="icon-14" /> },
        { value: 'roomy', label: 'Filas cómodas', icon: <Rows2 className="icon-14" /> },
      ]}
    />
  );
}
