import type { Catalogue } from './catalogue.ts'

/** Secrets that are written and never shown again. */
export const secretTexts = {
  'secret.otherKey':
    'This secret was stored with another key. Start the server with the KINORA_SECRET_KEY or secret.key it was stored with, or enter the secret again.',
  'secret.damaged': 'This secret was changed in the database and can’t be read. Enter it again.',

  'ui.secret.set': 'Set on {{date}}',
  'ui.secret.setEnds': 'Set on {{date}}, ends in {{end}}',
  'ui.secret.replace': 'Replace',
  'ui.secret.replaceNamed': 'Replace {{name}}',
  'ui.secret.remove': 'Remove',
  'ui.secret.removed': 'Removed when you save',
  'ui.secret.keep': 'Keep',
  'ui.secret.keepNamed': 'Keep {{name}}',
  'ui.secret.askTitle': 'Remove {{name}}?',
  'ui.secret.askText': 'It is deleted when you save. What uses it stops working.',
} as const satisfies Catalogue

/** What providers and tenants sign in with, and where their media are. */
export const credentialTexts = {
  'field.password': 'Password',
  'field.mediaPlatform': 'Media platform',
  'field.jwPlayerSiteId': 'JwPlayerSiteId',
  'field.jwPlayerSecret': 'JwPlayerSecret',
} as const

/** One's own account (C-99), and acting for a tenant (ROLE-05). */
export const accountTexts = {
  'account.wrongPassword': 'This isn’t your current password.',
  'account.samePassword': 'This is your current password. Choose another one.',
  'account.emailTaken': 'An account has the email {{email}} already.',
  'account.emailUnknown': 'No account has the email {{email}}.',

  'field.currentPassword': 'Current password',
  'field.newPassword': 'New password',

  'ui.acting.text': 'You are acting for {{tenant}}.',
  'ui.acting.stop': 'Stop acting',

  'ui.password.title': 'Change password',
  'ui.password.text': 'You stay logged in here. Every other session of your account ends.',
  'ui.password.rule': '8 characters or more, with an uppercase letter and a digit.',
  'ui.password.done': 'Password changed',
} as const satisfies Catalogue
