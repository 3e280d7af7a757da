import { navTexts } from '../navigation.ts'
import type { Catalogue } from './catalogue.ts'

/** What every screen may say: the kit, navigation, failures (ERR-T1). In the first script of a page. */
export const commonTexts = {
  'error.204': 'No content found',
  'error.400': 'Please check the data',
  'error.401': 'Token expired, please refresh',
  'error.metricsToken':
    'The figures open to “Authorization: Bearer …” with the token that KINORA_METRICS_TOKEN holds.',
  'error.403': 'You do not have permission to perform this action.',
  'error.404': 'Not found',
  'error.405': 'Method not allowed from server',
  'error.409': 'Email already exists',
  'error.conflict': 'Someone else changed this. Reload and try again.',
  'error.outdated':
    'Someone else saved changes since you opened this. Compare both versions, then save again.',
  'error.422': 'This was sent before with other input. Reload and try again.',
  'error.413': 'The request is too large.',
  'error.429': 'Too many attempts. Try again in {{seconds}} seconds.',
  'error.500': 'Something went wrong',
  'error.501': 'Something went wrong',
  'error.502': 'Connection error',
  'error.503': 'The database is unavailable. Saved work is safe. Try again in a moment.',
  'error.storageGone':
    'The storage that holds the files can’t be reached. Saved work is safe. Try again in a moment.',
  'error.busy': 'Someone else is changing this right now. Nothing was saved. Try again in a moment.',
  'error.overloaded': 'Busy. Try again in a moment.',
  'error.tooSlow': 'This took too long. Ask for less at once, or try again later.',
  'error.507': 'Storage is full. What was stored so far is kept. Free up space, then resume.',
  'error.601': 'Please Check You Data',
  'error.api404': 'API Error: 404',
  'error.aborted': 'Interrupted',
  'error.featureUnavailable':
    'This feature is not available for your account. Please submit a support ticket.',

  'ui.help.why': 'Why, and what to do',
  'ui.site.see': 'See the site',
  'ui.site.seeOn': 'See on the site',
  'ui.site.preview': 'Preview on the site',
  'ui.support.submit': 'Submit a support ticket',
  'ui.support.subject': '{{product}}: support ticket',
  'ui.support.account': 'My account',
  'ui.support.page': 'The page',

  'ui.acting.noSchedule': '{{tenant}} has no schedule: its Connect is “none”.',

  'page.notFoundTitle': 'This page does not exist.',
  'page.notFoundText': 'The page you are looking for has been moved or deleted.',

  'title.notFound': 'Record not found',

  'success.saved': 'saved',
  'success.itemSaved': 'Item saved',
  'success.deleted': 'deleted',
  'success.itemDeleted': 'Item deleted',
  'success.copied': 'Copied',
  'ui.copyFailed': 'The browser didn’t allow copying. Copy it from here: {{words}}',

  'home.welcome': 'Welcome, {{name}}',
  'field.name': 'Name',
  'field.providerId': 'Provider',
  'field.tenant': 'Tenant',
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.retry': 'Try again',
  'ui.loading': 'Loading…',
  'ui.notifications': 'Notifications',
  'ui.dismiss': 'Dismiss',
  'ui.reload': 'Reload',
  'ui.scriptLost': 'Part of this page couldn’t be loaded. Reload the page to go on.',
  'ui.noMatch': 'Nothing matches',
  'ui.skipToContent': 'Skip to content',
  'ui.moreLanguages': '+{{count}}',
  'ui.failedToLoad': 'This couldn’t be loaded',
  'ui.goHome': 'Go to the home page',
  'ui.version': 'v{{version}}',

  'ui.server.title': 'Can’t reach the server',
  'ui.server.text': 'Check that Kinora is running, then try again.',

  'ui.nav.label': 'Main',
  'ui.nav.open': 'Open the menu',
  'ui.nav.collapse': 'Collapse the sidebar',
  'ui.nav.expand': 'Expand the sidebar',
  ...navTexts,

  'ui.titles.untitled': 'Untitled',

  'ui.pages.label': 'Pages',
  'ui.pages.size': 'Rows per page',
  'ui.pages.all': 'All',
  'ui.pages.previous': 'Previous page',
  'ui.pages.next': 'Next page',
  'ui.pages.range': '{{from}}–{{to}} of {{total}}',
} as const satisfies Catalogue

/** Sign-in, account and choice of tenant (AUTH, SESS, AUTH-08). In the first script of a page. */
export const sessionTexts = {
  'loginPage.title': 'Partner Portal',
  'loginPage.email': 'Email',
  'loginPage.password': 'Password',
  'loginPage.submit': 'Log in',
  'loginPage.loginErrors': 'Incorrect email address or password, please try again.',
  'loginPage.passwordRequired': 'Required Password',

  'session.notEncrypted':
    'This page isn’t encrypted, so nobody can sign in at an identity provider with it. Open it with https.',
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
  'ui.signIn.sso': 'Continue with {{name}}',
  'ui.signIn.ssoWorking': 'Signing you in…',
  'ui.signIn.or': 'or',
  'ui.signIn.otherTab': 'This sign-in was begun in another tab or browser. Start again here.',
  'ui.signIn.forced': 'Log in once more to finish setting up this browser.',
  'ui.signIn.expired': 'Your session has ended. Log in again. Uploads continue on their own.',
  'ui.host.endedTitle': 'Your session has ended',
  'ui.host.signedOutTitle': 'You are signed out',
  'ui.host.failedTitle': 'Can’t sign you in',
  'ui.host.failed': 'This site couldn’t confirm who you are. Try again.',
  'ui.host.refusedTitle': 'This page isn’t let in',
  'ui.host.refused':
    '{{server}} doesn’t take calls from {{origin}}. Whoever runs it adds {{origin}} to the origins of an API key or to KINORA_ORIGINS; then try again.',
  'ui.host.signInText': 'Sign in on this site, then try again.',
  'ui.signIn.show': 'Show password',
  'ui.signIn.hide': 'Hide password',

  'ui.account.menu': 'Account menu for {{name}}',
  'ui.account.logout': 'Log out',
  'ui.account.password': 'Change password…',
  'ui.account.keys': 'API keys and sign-ins',
  'ui.account.webhooks': 'Webhooks',
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
  'ui.account.messages': 'Messages',
  'ui.account.messagesPass': 'Disappear automatically',
  'ui.account.messagesStay': 'Stay until dismissed',

  'ui.tenant.choose': 'Choose a tenant',
  'ui.tenant.search': 'Search tenants',
  'ui.tenant.clear': 'Clear selection',
  'ui.uploads.title': 'Uploads',
  'ui.uploads.elsewhere': '{{percent}}% sent in another tab. This tab takes over when the other one closes.',
} as const satisfies Catalogue
