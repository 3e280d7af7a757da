import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora password` and `kinora accounts` say. */
const accountTexts = {
  'help.own': 'change your own password; every other session of your account ends',
  'help.own.stdin': 'read the current and the new password from stdin, one line each',
  'own.current': 'Current password',
  'own.next': 'New password',
  'own.wait': 'Changing the password',
  'own.done': 'Changed the password of {{email}}. Every other session of the account has ended.',
  'own.variable': 'KINORA_TOKEN ended with the other sessions. Sign in to get a new token: kinora login',

  'help.accounts': 'create administrators and set lost passwords, on the server’s machine',
  'help.accounts.more':
    'Works on the database of this machine: the data folder, or DATABASE_URL as kinora serve reads it. Nobody needs to be signed in. With the embedded database, stop Kinora first.',
  'help.list': 'list all accounts',
  'help.create': 'create an administrator or customer support',
  'help.password': 'set a new password; all sessions of the account end',
  'help.email': 'email address of the account',
  'help.name': 'name of the person; the part of the email before @ without it',
  'help.role': 'kind of account',
  'help.stdin': 'read the password from stdin',
  'help.data': 'data folder (default: KINORA_DATA_DIR, else .kinora)',

  'ask.password': 'Password',
  'wait.open': 'Opening the database',
  created: 'Created {{email}} ({{role}})',
  changed: 'Set a new password for {{email}}. All sessions of the account have ended.',
  place: 'Database: {{place}}',
  'inUse.how': 'Stop Kinora, run this command again, then start it.',
  'missing.how':
    'Name the data folder: --data FOLDER, or KINORA_DATA_DIR. For PostgreSQL, set DATABASE_URL. To begin with a new one: kinora accounts create EMAIL',
  'unknown.how': 'List the accounts: kinora accounts list{{data}}',
  'taken.how': 'Use another email, or set a new password: kinora accounts password {{email}}{{data}}',
} as const satisfies Catalogue

export const accountText = (key: keyof typeof accountTexts, values?: MessageParams): string =>
  fillText(accountTexts[key], safeValues(values))
