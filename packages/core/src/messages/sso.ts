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

/** KEY-07: handing accounts over by SCIM 2.0, as the answers to an identity provider say it. */
export const scimTexts = {
  'scim.none':
    'No identity provider is set up here, so that nobody could sign in with what is handed over. Set KINORA_OIDC_ISSUER first.',
  'scim.several': 'Several identity providers are set up here. Choose one: {{addresses}}.',
  'scim.key':
    'Accounts are handed over with an API key of an administrator for the whole platform, with the right accounts.',
  'scim.json': 'The body must be a JSON object.',
  'scim.noUser': 'There is no user {{id}} here.',
  'scim.noGroup': 'There is no group {{id}} here.',
  'scim.noPlace': 'There is no such address here. The resources are Users and Groups.',
  'scim.filter':
    'The filter can’t be read at “{{at}}”. It should look like userName eq "ada@studio.example".',
  'scim.filterTooLong':
    'The filter is too long or nested too deep. It may have {{max}} characters and {{depth}} levels.',
  'scim.filterAttribute': 'Nothing can be found by {{attribute}} here. Use one of: {{known}}.',
  'scim.sort': 'Nothing can be sorted by {{attribute}} here. Use one of: {{known}}.',
  'scim.paging': '{{parameter}} must be a whole number.',
  'scim.path': 'The path “{{path}}” names no attribute here.',
  'scim.noTarget': 'Nothing here matches the path “{{path}}”.',
  'scim.noPath': 'A removal needs a path.',
  'scim.operations':
    'A change needs a list Operations with 1 to {{max}} entries, each an add, replace or remove.',
  'scim.value': 'The value of {{attribute}} isn’t one that it can have.',
  'scim.readOnly': '{{attribute}} can’t be set.',
  'scim.noEmail': 'A user needs an email address, as emails or as userName.',
  'scim.userTaken': 'There is a user {{userName}} already.',
  'scim.emailTaken':
    '{{email}} belongs to another account or record here, which this identity provider doesn’t hand over. Use another address, or close that account first.',
  'scim.groupTaken': 'There is a group {{displayName}} already.',
  'scim.member': 'There is no user {{id}} here that could be a member.',
  'scim.manyMembers':
    'One call may change {{max}} memberships of a group, and this one changes {{count}}. Send several.',
  'scim.lastAdmin':
    'This would leave nobody to administer the platform. Make another account an administrator first.',
  'scim.changed': 'It was changed meanwhile. Read it again, then send the change with its new version.',
} as const satisfies Catalogue
