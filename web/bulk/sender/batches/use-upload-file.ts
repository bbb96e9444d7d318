import { useCallback, useEffect, useRef, useState } from 'react';
import { repeatedLabels, uniqueHeaders } from '#shared/bulk/file/normalize-header.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { proposeValues, rememberedMapping } from '#shared/bulk/shops/file-values.ts';
import type { ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { messages } from '#shared/kit/messages.ts';
import type { ReadFile } from './mapping/file-sheet.ts';
import { keepMapping, loadMappings } from './mapping/saved-mappings.ts';
import { type ShopExport, shopExport } from './mapping/shop-export.ts';
import { useOfferedModes } from './mapping/use-offered-modes.ts';

/** Step of the upload dialog. */
export type UploadStep =
  /** No file yet, or the reason why the last file could not be read. */
  | { kind: 'choose'; problem: string | null }
  | { kind: 'reading'; name: string; share: number }
  /** The columns need a mapping; `saved` is the mapping to edit, `reason` explains what is wrong with the columns, if anything is. */
  | {
      kind: 'mapping';
      file: File;
      headers: readonly string[];
      /** Shown names of columns with equal headers, by their unique headers. */
      labels: ReadonlyMap<string, string>;
      saved: BulkMapping | null;
      others: readonly BulkMapping[];
      reason: string | null;
    }
  /** The export of a shop: `choices` are proposed for what it lacks; `problem`: why its orders couldn't be converted. */
  | { kind: 'shop'; shop: ShopExport; choices: ShopChoices; problem: string | null }
  /** `from`: the step whose choices can still be changed. */
  | ({ kind: 'read'; from: Extract<UploadStep, { kind: 'shop' }> | null } & ReadFile);

/** The file of the upload dialog and its current step. */
export interface UploadFile {
  step: UploadStep;
  read: (file: File, mapping?: BulkMapping) => void;
  /** Converts the orders of a shop with the choices for all of them. */
  convert: (choices: ShopChoices) => void;
  /** Returns to the column mapping, or to the choices for a shop's orders. */
  remap: () => void;
  /** Replaces the sheet with the rows that remain after a part was sent. */
  continueWith: (sheet: BulkSheet) => void;
  /** Returns to the choice of a file. */
  reset: () => void;
}

/** Loads the code that reads files, when there is one to read. */
const readers = () => Promise.all([import('./mapping/open-file.ts'), import('./mapping/file-sheet.ts')]);

const NONE: UploadStep = { kind: 'choose', problem: null };

/** Holds the state of the upload dialog, from the choice of a file to its rows. */
export function useUploadFile(): UploadFile {
  const [step, setStep] = useState<UploadStep>(NONE);
  const running = useRef<AbortController | null>(null);
  const saved = useRef<readonly BulkMapping[]>([]);
  const labels = useRef<ReadonlyMap<string, string>>(new Map());
  const modes = useOfferedModes().map(({ value }) => value);
  const offered = useRef(modes);
  offered.current = modes;
  useEffect(() => () => running.current?.abort(), []);

  /**
   * Runs the reading of a file, which replaces any earlier one, and shows its progress and its outcome.
   *
   * @param back the step before, which is shown again with the reason if something other than the file is at fault
   */
  const run = useCallback(
    async (
      file: File,
      work: (options: { onRead: (share: number) => void; signal: AbortSignal }) => Promise<UploadStep>,
      back?: (problem: string) => UploadStep,
    ) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const show = (next: UploadStep) => control.signal.aborted || setStep(next);
      const onRead = (share: number) => show({ kind: 'reading', name: file.name, share });
      onRead(0);
      try {
        show(await work({ onRead, signal: control.signal }));
      } catch (error) {
        const isOfFile = error instanceof CsvFileError;
        if (isOfFile) labels.current = repeatedLabels(error.headers);
        show(back && !isOfFile ? back(messages.internal) : failedStep(file, error, saved.current, labels.current));
      }
    },
    [],
  );

  const read = useCallback(
    (file: File, mapping?: BulkMapping) =>
      run(
        file,
        async (options) => {
          const [{ openFile }, { fileSheet }] = await readers();
          const mappings = mapping ? [mapping] : await loadMappings();
          if (!mapping) saved.current = mappings;
          const opened = await openFile(file, mappings, options);
          const shop = shopExport(opened);
          if (shop)
            return { kind: 'shop', shop, choices: proposedChoices(shop, mappings, offered.current), problem: null };
          return { kind: 'read', from: null, ...(await fileSheet(opened, undefined, options)) };
        },
        mapping && ((reason) => mappingStep(file, mapping, reason, labels.current)),
      ),
    [run],
  );

  return {
    step,
    read: (file, mapping) => void read(file, mapping),
    convert(choices) {
      if (step.kind !== 'shop') return;
      const from = { ...step, choices, problem: null };
      const { shop } = step;
      void run(
        shop.opened.file,
        async (options) => {
          // The choices are asked again next time if they can't be kept.
          await keepMapping(rememberedMapping(shop.format, choices.values)).catch(() => undefined);
          const [, { fileSheet }] = await readers();
          return { kind: 'read', from, ...(await fileSheet(shop.opened, choices, options)) };
        },
        (problem) => ({ ...from, problem }),
      );
    },
    remap() {
      if (step.kind === 'read' && step.from) return setStep(step.from);
      if (step.kind !== 'read' || !step.layout.mapping) return;
      const { file, headers } = step.opened;
      setStep(mappingStep(file, step.layout.mapping, null, repeatedLabels(headers)));
    },
    continueWith(sheet) {
      setStep((before) => (before.kind === 'read' ? { ...before, sheet } : before));
    },
    reset() {
      running.current?.abort();
      setStep(NONE);
    },
  };
}

/** Returns the step that shows a file's mapping again. */
const mappingStep = (
  file: File,
  mapping: BulkMapping,
  reason: string | null,
  labels: ReadonlyMap<string, string>,
): UploadStep => ({
  kind: 'mapping',
  file,
  headers: mapping.headers,
  labels,
  saved: mapping,
  others: [],
  reason,
});

/** Returns the step after a file that couldn't be read. */
function failedStep(
  file: File,
  error: unknown,
  others: readonly BulkMapping[],
  labels: ReadonlyMap<string, string>,
): UploadStep {
  if (!(error instanceof CsvFileError)) return { kind: 'choose', problem: messages.internal };
  if (error.code !== 'unknown_columns' && error.code !== 'repeated_columns')
    return { kind: 'choose', problem: error.message };
  const headers = uniqueHeaders(error.headers).filter((header) => header !== '');
  // What is missing depends on the columns that are recognised by other names.
  const reason = error.code === 'unknown_columns' ? null : error.message;
  return { kind: 'mapping', file, headers, labels, saved: null, others, reason };
}

function proposedChoices(
  { format }: ShopExport,
  mappings: readonly BulkMapping[],
  modes: readonly string[],
): ShopChoices {
  // Unpaid orders are usually paid in cash or by transfer: the sender leaves them out if not.
  return { values: proposeValues(format, mappings, modes), takenIn: new Set(['unpaid']) };
}
