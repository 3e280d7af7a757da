import type { Catalogue } from './catalogue.ts'

/** Sign-in, account and choice of tenant (AUTH, SESS, AUTH-08). In the first script of a page. */
export const sessionTexts = {
  'loginPage.title': 'Partner Portal',
  'loginPage.email': 'Email',
  'loginPage.password': 'Password',
  'loginPage.submit': 'Log in',
  'loginPage.loginErrors': 'Incorrect email address or password, please try again.',
  'loginPage.passwordRequired': 'Required Password',

  'session.offline': 'Please Check Your Internet Connection.',
  'session.otherTab': 'Content Upload is going on in another Tab. Please Close this tab.',
  'session.newVersion': 'A new version is available. The page will reload.',
  'session.reloadWaits':
    'A new version is available. The page reloads once your changes are saved and your uploads are done.',
  'session.chooseTenant': 'Please choose a tenant to start.',
  'session.noLanguages':
    'No language found for this Tenant. Please contact your administrator to add languages.',

  'role.long.0': 'admin',
  'role.long.1': 'provider',
  'role.long.2': 'tenant',
  'role.long.3': 'customer support',

  'ui.signIn.working': 'Logging in…',
  'ui.signIn.forced': 'Log in once more to finish setting up this browser.',
  'ui.signIn.expired': 'Your session has ended. Log in again. Uploads continue on their own.',
  'ui.host.endedTitle': 'Your session has ended',
  'ui.host.signedOutTitle': 'You are signed out',
  'ui.host.failedTitle': 'Can’t sign you in',
  'ui.host.failed': 'This site couldn’t confirm who you are. Try again.',
  'ui.host.signInText': 'Sign in on this site, then try again.',
  'ui.signIn.show': 'Show password',
  'ui.signIn.hide': 'Hide password',

  'ui.account.menu': 'Account menu for {{name}}',
  'ui.account.logout': 'Log out',
  'ui.account.password': 'Change password…',
  'ui.account.uploadingTitle': {
    one: 'Log out while a file uploads?',
    other: 'Log out while {{count}} files upload?',
  },
  'ui.account.uploadingText':
    'Uploads stop at what was sent. They continue when you log in again in this browser.',
  'ui.account.stay': 'Stay logged in',
  'ui.account.theme': 'Appearance',
  'ui.account.themeSystem': 'System',
  'ui.account.themeLight': 'Light',
  'ui.account.themeDark': 'Dark',

  'ui.tenant.label': 'Tenant',
  'ui.tenant.choose': 'Choose a tenant',
  'ui.tenant.search': 'Search tenants',
  'ui.tenant.clear': 'Clear selection',
  'ui.uploads.title': 'Uploads',
  'ui.uploads.elsewhere': '{{percent}}% sent in another tab. This tab takes over when the other one closes.',
} as const satisfies Catalogue
