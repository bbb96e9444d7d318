import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { type LabelSettings, labelSizesFor, labelsPerPageFor } from '#shared/orders/rules/label-settings.ts';
import { printConfigForm, readPrintConfig, savePrintConfig } from '#shared/people/account.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { writeSession } from '#web/kit/call/session-store.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { type Form, useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { UnsavedChangesDialog } from '#web/kit/form/unsaved-changes-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { testJob } from '#web/orders/print/label-jobs.ts';
import { settingsOf } from '#web/orders/print/print-config.ts';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';
import { useRoleReason } from '#web/people/user/use-permission-reason.ts';
import styles from './account.module.css';
import { LabelPreview } from './label-preview.tsx';
import { type PrintValues, valuesOf } from './print-values.ts';

const LABELS = {
  default_format: 'Formato',
  default_label_size: 'Tamaño de etiqueta',
  labels_per_page: 'Etiquetas por hoja',
} as const;

const labelOf = (field: string) => LABELS[field as keyof typeof LABELS] ?? field;

const FORMATS = [
  { value: 'pdf', label: 'PDF' },
  { value: 'zpl', label: 'ZPL' },
];

const options = (choices: readonly { value: number; text: string }[]) =>
  choices.map(({ value, text }) => ({ value: String(value), label: text }));

/** Applies the settings that a choice forces (D2 §4). Returns the resulting settings. */
function useForcedSettings({ rhf }: Form<PrintValues, typeof printConfigForm>): LabelSettings {
  const chosen = rhf.watch();
  const settings = settingsOf(chosen);
  const forced = valuesOf(settings);
  const change = (Object.keys(forced) as (keyof PrintValues)[]).filter((name) => forced[name] !== chosen[name]);
  useEffect(() => {
    for (const name of change) rhf.setValue(name, forced[name], { shouldDirty: true });
  });
  return settings;
}

/**
 * Prints a test label with the saved settings, so it is disabled while the form is `unsaved`. Hidden before a gateway
 * without the call.
 */
function TestLabel({ unsaved }: { unsaved: boolean }) {
  const printer = usePrint();
  if (!useCapability('labelRendering')) return null;
  return (
    <>
      <Button
        icon={<PrinterIcon />}
        busy={printer.working !== null}
        disabledReason={unsaved && 'Guardá los cambios para probarlos'}
        onClick={() => void printer.print(testJob)}
      >
        Imprimir etiqueta de prueba
      </Button>
      {printer.notice && (
        <div className={styles.line}>
          <PrintNotice printer={printer} />
        </div>
      )}
    </>
  );
}

interface PrintSettingsFormProps {
  config: { id: number; settings: LabelSettings };
}

/** The form for format, label size and labels per sheet, with a preview. */
export function PrintSettingsForm({ config }: PrintSettingsFormProps) {
  const { send, pending } = useApiMutation(savePrintConfig);
  const form = useForm(printConfigForm, { defaults: valuesOf(config.settings) });
  const { rhf, formRef, dirty } = form;
  const refused = useRoleReason('company');
  const settings = useForcedSettings(form);

  const showStored = useEffectEvent((settings: LabelSettings) => {
    if (!dirty) rhf.reset(valuesOf(settings));
  });
  const stored = JSON.stringify(config.settings);
  // Saved in another tab: the session takes the new format; the form shows the new values unless it has unsaved changes.
  useEffect(() => {
    const saved: LabelSettings = JSON.parse(stored);
    writeSession({ print_config: saved.default_format });
    showStored(saved);
  }, [stored]);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (pending || refused) return;
    const answer: { saved?: LabelSettings } = {};
    await form.submit(async (chosen) => {
      const body = settingsOf(chosen);
      try {
        const { results } = await send({ params: { id: String(config.id) }, body });
        answer.saved = settingsOf(results ?? body);
      } catch (error) {
        showFormError(form, error, { labelOf: labelOf });
      }
    })(event);
    if (!answer.saved) return;
    // The session carries the format to every screen that prints (D1 §3).
    writeSession({ print_config: answer.saved.default_format, print_config_changed: true });
    rhf.reset(valuesOf(answer.saved));
    alerts.success('Datos de impresión cambiados correctamente');
    void invalidateApiQueries(readPrintConfig);
  }

  return (
    <form
      ref={formRef}
      aria-label="Ajustes de Impresión"
      className={styles.form}
      onSubmit={save}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <FormErrorSummary form={form} labelOf={labelOf} />
      <SelectField form={form} name="default_format" label={LABELS.default_format} options={FORMATS} />
      <SelectField
        form={form}
        name="default_label_size"
        label={LABELS.default_label_size}
        options={options(labelSizesFor(settings.default_format))}
      />
      <SelectField
        form={form}
        name="labels_per_page"
        label={LABELS.labels_per_page}
        options={options(labelsPerPageFor(settings))}
      />
      <LabelPreview settings={settings} />
      <div className={styles.buttons}>
        <Button type="submit" variant="brand" busy={pending} disabledReason={refused}>
          Guardar
        </Button>
        <TestLabel unsaved={dirty} />
      </div>
      <UnsavedChangesDialog unsaved={dirty} title="Vas a perder los cambios de los ajustes de impresión" />
    </form>
  );
}
