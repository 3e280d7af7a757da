/** What providers and tenants sign in with, and where their media are. */
export const credentialTexts = {
  'field.email': 'Email',
  'field.password': 'Password',
  'field.mediaPlatform': 'Media platform',
  'field.jwPlayerSiteId': 'JwPlayerSiteId',
  'field.jwPlayerSecret': 'JwPlayerSecret',
} as const
