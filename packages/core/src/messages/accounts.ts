import type { Catalogue } from './catalogue.ts'

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
  'ui.password.save': 'Change password',
  'ui.password.done': 'Password changed',
} as const satisfies Catalogue
