import { clientCommands } from './clients.ts';
import type { Command } from './command.ts';
import { keyCommands } from './keys.ts';
import { parcelCommands } from './parcels.ts';
import { paymentCommands } from './payments.ts';
import { settingCommands } from './provider-settings.ts';
import { setupCommands } from './setup.ts';
import { warehouseCommands } from './warehouse.ts';

/** Everything that can be written behind `npm run ops --`; a test holds that each call of the entry is among them. */
export const commands: readonly Command[] = [
  ...setupCommands,
  ...clientCommands,
  ...parcelCommands,
  ...paymentCommands,
  ...warehouseCommands,
  ...settingCommands,
  ...keyCommands,
];
