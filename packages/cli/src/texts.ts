/**
 * What only the terminal says, by key; everything that other packages also say comes from core's catalogue.
 * It stays out of core so that a browser doesn't load it.
 */
export const texts = {
  'exit.error': 'Error:',
  'exit.why': 'Why:',
  'exit.how': 'Fix:',
  'exit.request': 'Request:',
  'exit.invalid': 'Something in the input is not right',

  'why.offline': 'The server did not answer.',
  'how.offline': 'Check that it runs and that the address is right: kinora doctor',
  'why.timeout': 'The server took too long to answer.',
  'how.timeout': 'Try again; look at the server with: kinora doctor',
  'why.unauthorised': 'Nobody is signed in, or the sign-in has run out.',
  'how.unauthorised': 'Sign in again: kinora login',
  'why.forbidden': 'The account that is signed in may not do this.',
  'how.forbidden': 'See who is signed in: kinora whoami',
  'why.notFound': 'There is no such thing, or it is out of reach of this account.',
  'how.notFound': 'Check the tag; titles in reach are listed by: kinora titles list',
  'how.conflict': 'Look at the present state, then repeat the command.',
  'how.clubOnly': 'Choose a channel that is also shown outside clubs: kinora titles edit TAG --channel NAME',
  'how.invalid': 'Mend what is named above and repeat the command; --help shows every flag.',
  'how.tooLarge': 'Send less at once.',
  'how.tooMany': 'Wait, then try again.',
  'how.server': 'Try again; if it stays, give the request id to whoever runs the server.',
  'how.storageFull': 'Free space where the server stores its files, then run the same command again.',
  'how.refused': 'Look at the present state, then repeat the command.',

  'usage.unknownField': 'Unknown field {{field}}',
  'usage.fields': 'Fields: {{fields}}',
  'usage.missingFlag': 'Required: {{flag}}',
  'usage.noTerminal': 'There is no terminal to ask on.',
  'usage.passFlag': 'Pass {{flag}}.',
  'usage.url': '{{url}} is not an address of a server',
  'usage.urlHow': 'Give it like this: --url https://kinora.example.com',
  'usage.help': 'See {{command}} --help',
  'usage.notJson': '{{what}} is not JSON',
  'usage.number': '{{value}} is not a number',
  'usage.choice': '{{value}} is not one of: {{choices}}',

  'print.nothing': 'Nothing found.',
  'progress.left': '{{time}} left',
} as const

export type TextKey = keyof typeof texts

/** The text of a key with its values filled in. */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  return texts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
