import { useState } from 'react';
import { Checkbox, RadioCards } from '#web/kit/ui/field/choice.tsx';
import { Combobox } from '#web/kit/ui/field/combobox.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { NumberInput, PasswordInput, Textarea, TextInput } from '#web/kit/ui/field/text-input.tsx';
import styles from './gallery.module.css';
import { Section } from './section.tsx';

const PLACES = ['1900 · La Plata, Buenos Aires', '1900 · Tolosa, Buenos Aires', '1425 · Palermo, CABA'];

export function GalleryFields() {
  const [day, setDay] = useState('2026-11-15');
  const [zip, setZip] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <Section title="Campos">
      <div className={styles.columns}>
        <Field label="Nombre" optional>
          <TextInput placeholder="Como figura en el documento" />
        </Field>
        <Field label="Documento" error="Ingrese hasta 8 caracteres" id="documento">
          <TextInput defaultValue="27331480956" />
        </Field>
        <Field label="Provincia" hint="Se completa con el código postal">
          <TextInput defaultValue="Córdoba" readOnly />
        </Field>
        <Field label="Modo de Entrega" hint="Fijo en una logística inversa">
          <TextInput defaultValue="Logística inversa" disabled />
        </Field>
        <Field label="Calle" changedFrom="Av. Colón">
          <TextInput defaultValue="Bv. Chacabuco" />
        </Field>
        <Field label="Impreso">
          <Select
            placeholder="Todos"
            options={[
              { value: '1', label: 'Si' },
              { value: '0', label: 'No' },
            ]}
          />
        </Field>
        <Field label="Fecha de Creación Desde">
          <DateInput value={day} onChange={setDay} name="desde" max="2026-11-28" />
        </Field>
        <Field label="Peso">
          <NumberInput suffix="g" defaultValue="2.400" />
        </Field>
        <Field label="Valor">
          <NumberInput prefix="$" decimal defaultValue="41.400,00" />
        </Field>
        <Field label="Contraseña">
          <form>
            <input type="text" name="username" autoComplete="username" hidden />
            <PasswordInput defaultValue="quebracho" autoComplete="current-password" />
          </form>
        </Field>
        <Field label="Código postal" hint="Escribí tres cifras">
          <Combobox
            inputMode="numeric"
            items={zip.length < 3 ? [] : PLACES.filter((place) => place.startsWith(zip.slice(0, 4)))}
            itemKey={(place) => place}
            itemText={(place) => place}
            text={zip}
            onTextChange={setZip}
            onPick={(place) => {
              setPicked(place);
              setZip(place.slice(0, 4));
            }}
            pickedKey={picked}
            emptyText="Sin localidades con ese código"
            footer="Localidades del correo"
            closeDelayMs={500}
          />
        </Field>
        <Field label="Observaciones" counter={{ used: 23, max: 250 }}>
          <Textarea rows={2} defaultValue="Tocar timbre dos veces." />
        </Field>
        <div>
          <Checkbox label="Sin marcar" />
          <br />
          <Checkbox label="Marcada" defaultChecked />
          <br />
          <Checkbox label="Algunas de la página" indeterminate />
          <br />
          <Checkbox label="Inhabilitada" disabled />
        </div>
      </div>
      <br />
      <RadioCards
        legend="Modo de entrega"
        name="modo"
        defaultValue="1"
        options={[
          { value: '1', label: 'Entrega a domicilio' },
          { value: '2', label: 'Retiro en punto de entrega', hint: '3 puntos cerca' },
        ]}
      />
    </Section>
  );
}
