import type { Catalogue } from './catalogue.ts'

/** What a tenant needs until its site is live (28.3). */
export const readinessTexts = {
  'ui.readiness.title': '{{name}}: getting started',
  'ui.readiness.text': 'Each step is ticked once it is saved. Leave and come back at any time.',
  'ui.readiness.open': 'Guided start',
  'ui.readiness.next': 'Continue: {{step}}',
  'ui.readiness.ready': 'Nothing is missing. The site can go live.',
  'ui.readiness.off': 'Off',
  'ui.readiness.before': 'Before the site goes live',
  'ui.readiness.bySupport': 'Done by the tenant, or by customer support acting for it.',
  'ui.readiness.byMail':
    'Done by the tenant, or by customer support acting for it. The link writes a mail with the address of the page.',
  'ui.readiness.mailText': 'Before the site of {{name}} can go live, please complete “{{step}}”: {{address}}',
  'ui.readiness.step.general': 'Name and time zone',
  'ui.readiness.step.languages': 'Languages',
  'ui.readiness.step.products': 'Products',
  'ui.readiness.step.web': 'Settings of the web player',
  'ui.readiness.step.app': 'Settings of the mobile app',
  'ui.readiness.step.look': 'Look of the site',
  'ui.readiness.step.terms': 'Terms in every language',
  'ui.readiness.step.channel': 'A published channel',
  'ui.readiness.step.collection': 'The first collection',
  'ui.readiness.why.general': 'Members see the name; dates are shown in the time zone.',
  'ui.readiness.why.languages': 'Content and terms are written in each of them.',
  'ui.readiness.why.products': 'Web, mobile app and others, as the contract has them.',
  'ui.readiness.why.web': 'Where the web player is, and what happens at locked content.',
  'ui.readiness.why.app': 'What the app measures, and what it sells.',
  'ui.readiness.why.look': 'Logo, colours and the words of the home page.',
  'ui.readiness.why.terms': 'Members can’t sign up before they can agree to them.',
  'ui.readiness.why.channel': 'The titles of published channels are what members see.',
  'ui.readiness.why.collection': 'The home page shows titles by collection.',
} as const satisfies Catalogue
