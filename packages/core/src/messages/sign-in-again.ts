import type { Catalogue } from './catalogue.ts'

/** Signing in again in place, once a session has ended by itself (28.5). */
export const signInAgainTexts = {
  'ui.again.title': 'Log in to continue',
  'ui.again.text':
    'Your session has ended. This page, your unsaved changes and your uploads wait for you, {{name}}.',
  'ui.again.hostText':
    'Your session has ended. This page and your unsaved changes wait for you, {{name}}. Sign in on this site, then try again.',
  'ui.again.ssoText':
    'Your session has ended. This page, your unsaved changes and your uploads wait for you, {{name}}. Sign in in the window that opens, then close it.',
  'ui.again.other': 'Another account logs in with an empty page: unsaved changes of {{name}} are removed.',
  'ui.again.elsewhere':
    'Another account has logged in in another tab of this browser. Log in as {{name}} to go on here.',
  'ui.again.open': 'Sign in',
  'ui.again.waiting': 'You’re logged out. Nothing is saved until you log in again.',
} as const satisfies Catalogue
