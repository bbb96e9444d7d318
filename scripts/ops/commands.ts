import { activityCommands } from './activity.ts';
import { approvalCommands } from './approval.ts';
import { clientCommands } from './clients.ts';
import type { Command } from './command.ts';
import { eventCommands } from './events.ts';
import { keyCommands } from './keys.ts';
import { parcelCommands } from './parcels.ts';
import { paymentCommands } from './payments.ts';
import { personalDataCommands } from './personal-data.ts';
import { settingCommands } from './provider-settings.ts';
import { sessionCommands } from './sessions.ts';
import { setupCommands } from './setup.ts';
import { staffCommands } from './staff.ts';
import { warehouseCommands } from './warehouse.ts';

/** All commands of `npm run ops --`. A test checks that every call of the operator API has one. */
export const commands: readonly Command[] = [
  ...setupCommands,
  ...clientCommands,
  ...approvalCommands,
  ...personalDataCommands,
  ...parcelCommands,
  ...eventCommands,
  ...paymentCommands,
  ...warehouseCommands,
  ...settingCommands,
  ...keyCommands,
  ...staffCommands,
  ...sessionCommands,
  ...activityCommands,
];
