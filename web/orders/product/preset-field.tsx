import { useRef, useState } from 'react';
import { grams } from '#shared/kit/text/format.ts';
import { listPackagePresets, type PackagePreset } from '#shared/orders/product/package-presets.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import type { Measures } from './measures.ts';
import { isOfPreset, measuresOf, NO_MEASURES, sidesText } from './preset-measures.ts';

interface PresetFieldProps {
  /** The typed measures. */
  measures: Measures;
  /** False where items determine the weight. */
  weighed: boolean;
  /** Called with the measures of the chosen preset, or with those that were typed before. */
  onChoose: (measures: Measures) => void;
}

// A copy, because forms change their values in place.
const copyOf = ({ length, width, height, weight }: Measures): Measures => ({ length, width, height, weight });

/** The client's package presets by name. Empty before a gateway without them, and after a failure: forms work without them. */
function usePackagePresets(): readonly PackagePreset[] {
  return useApiQuery(listPackagePresets).data?.results ?? [];
}

/** Select that fills in the measures of a package preset; 'Ninguno' restores what was typed before. Hidden without presets. */
export default function PresetField({ measures, weighed, onChoose }: PresetFieldProps) {
  const presets = usePackagePresets();
  const [chosen, setChosen] = useState('');
  const typed = useRef(NO_MEASURES);
  if (presets.length === 0) return null;

  const matching = presets.filter((preset) => isOfPreset(measures, preset, weighed));
  const current = matching.find(({ id }) => String(id) === chosen) ?? matching[0];

  function choose(id: string) {
    const preset = presets.find((one) => String(one.id) === id);
    const isTyped = !matching.some((one) => String(one.id) === chosen);
    if (preset && isTyped) typed.current = copyOf(measures);
    setChosen(id);
    onChoose(preset ? measuresOf(preset) : typed.current);
  }

  return (
    <Field label="Paquete frecuente" optional>
      <Select
        placeholder="Ninguno"
        options={presets.map((preset) => ({
          value: String(preset.id),
          label: `${preset.name} · ${sidesText(preset)}${weighed ? ` · ${grams(preset.weight)}` : ''}`,
        }))}
        value={current ? String(current.id) : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Field>
  );
}
