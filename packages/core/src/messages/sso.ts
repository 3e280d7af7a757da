import type { Catalogue } from './catalogue.ts'

/** KEY-05: signing in at an identity provider, as server and command line say it. */
export const ssoTexts = {
  'sso.providerId': 'Names of identity providers have lower-case letters, digits and hyphens, 32 at most.',
  'sso.code': 'This is no code of a sign-in. Start again.',
  'sso.port': 'The port must be from 1024 to 65535.',
  'sso.none': 'No identity provider is set up here. Sign in with email and password.',
  'sso.unknown': 'There is no identity provider {{id}} here. Choose one of: {{known}}.',
  'sso.choose': 'Choose the identity provider to sign in at: {{known}}.',
  'sso.noneFor':
    'No identity provider is set up for {{email}}. Check the address, or ask your administrator.',
  'sso.passwordsOff': 'This server takes no passwords. Sign in at {{name}}.',
  'sso.expired': 'This sign-in has expired or was used already. Start again.',
  'sso.unreachable': '{{name}} can’t be reached. Try again in a minute.',
  'sso.denied': '{{name}} has ended this sign-in: it was cancelled or refused there. Start again.',
  'sso.failed': 'The answer of {{name}} can’t be trusted, so nobody was signed in. Start again.',
  'sso.noDevice': '{{name}} has no sign-in by code. Sign in with a browser on this machine.',
  'sso.noEmail':
    '{{name}} says no email address of yours. Ask your administrator to send the claim email to Kinora.',
  'sso.unverified': '{{name}} says that {{email}} isn’t verified. Verify it there, then sign in again.',
  'sso.otherDomain': '{{email}} doesn’t belong to {{name}} here. Sign in with an address of {{domains}}.',
  'sso.noRole':
    '{{name}} gives you no role in Kinora. Ask your administrator: the claim {{claim}} has none of {{values}}.',
  'sso.manyRoles':
    '{{name}} gives you several roles in Kinora: {{values}}. Ask your administrator to leave you one in the claim {{claim}}.',
  'sso.noTenant':
    '{{name}} says no tenant of yours. Ask your administrator to name it in the claim {{claim}}.',
  'sso.unknownTenant':
    '{{name}} names the tenant {{id}}, which isn’t there or isn’t open. Ask your administrator to change the claim {{claim}}.',
  'sso.noProvider':
    '{{name}} says no provider of yours. Ask your administrator to name it in the claim {{claim}}.',
  'sso.manyProviders':
    '{{name}} says several providers of yours: {{values}}. Ask your administrator to leave one in the claim {{claim}}.',
  'sso.unknownProvider':
    '{{name}} names the provider {{id}}, which isn’t there. Ask your administrator to change the claim {{claim}}.',
  'sso.emailTaken':
    '{{email}} belongs to another account or record here, which isn’t linked to {{name}}. Sign in with its password, or ask your administrator.',
  'sso.linkedDiffers':
    'The account {{email}} is linked to {{name}}, which gives it another role, tenant or provider than it has here. Ask your administrator to make them the same.',
  'sso.closed': 'This account is closed. Ask your administrator to open it.',
  'sso.noPassword': 'This account signs in at an identity provider and has no password here.',
} as const satisfies Catalogue
