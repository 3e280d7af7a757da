import type { Command } from 'commander'
import { accountText } from './accounts/texts.ts'
import { auditText } from './audit/texts.ts'
import { createRoot, runWith } from './kernel/command-line.ts'
import { addLazily, type LazyCommand, manyOf } from './kernel/lazy.ts'
import type { Session } from './kernel/session.ts'
import type { World } from './kernel/world.ts'
import { memberText } from './members/texts.ts'
import { playbackText } from './playback/texts.ts'
import { publishingText } from './publishing/texts.ts'
import { reportText } from './reports/texts.ts'
import { scheduleText } from './schedule/texts.ts'
import { siteText } from './site/texts.ts'
import { tenantText } from './tenants/texts.ts'
import { termsText } from './terms/texts.ts'
import { text } from './texts.ts'
import { historyText } from './titles/history-texts.ts'
import { translationText } from './translations/texts.ts'

/** A noun whose verbs `resourceVerbs` makes. */
const noun = (name: string, load: LazyCommand['load']): LazyCommand => ({
  name,
  summary: text('resource.summary', { many: manyOf(name) }),
  load,
})

/** What stands at the root. Each module is loaded with the call of its command. */
const commands: readonly LazyCommand[] = [
  {
    name: 'login',
    summary: text('login.summary'),
    description: text('login.description'),
    load: async () => (await import('./commands/session.ts')).addLogin,
  },
  {
    name: 'logout',
    summary: text('logout.summary'),
    load: async () => (await import('./commands/session.ts')).addLogout,
  },
  {
    name: 'whoami',
    summary: text('whoami.summary'),
    load: async () => (await import('./commands/session.ts')).addWhoami,
  },
  {
    name: 'password',
    summary: accountText('help.own'),
    load: async () => (await import('./commands/password.ts')).addPassword,
  },
  {
    name: 'quota',
    summary: text('quota.summary'),
    load: async () => (await import('./commands/quota.ts')).addQuota,
  },
  {
    name: 'profiles',
    summary: text('profiles.summary'),
    load: async () => (await import('./commands/profiles.ts')).addProfiles,
  },
  {
    name: 'titles',
    summary: text('titles.summary'),
    description: text('titles.description'),
    load: async () => (await import('./commands/titles.ts')).titleVerbs,
  },
  {
    name: 'history',
    summary: historyText('help.history'),
    load: async () => (await import('./commands/history.ts')).addHistory,
  },
  {
    name: 'batches',
    summary: text('batches.summary'),
    load: async () => (await import('./commands/batches.ts')).addBatches,
  },
  {
    name: 'captions',
    summary: text('captions.summary'),
    load: async () => (await import('./commands/captions.ts')).captionVerbs,
  },
  noun('categories', async () => (await import('./commands/categories.ts')).categoryVerbs),
  {
    name: 'subcategories',
    summary: text('subCategories.summary'),
    load: async () => (await import('./commands/subcategories.ts')).subCategoryVerbs,
  },
  noun('collections', async () => (await import('./commands/collections.ts')).collectionVerbs),
  noun('documents', async () => (await import('./commands/documents.ts')).documentVerbs),
  noun('subscriptions', async () => (await import('./commands/subscriptions.ts')).subscriptionVerbs),
  {
    name: 'playback',
    summary: playbackText('help.playback'),
    load: async () => (await import('./commands/playback.ts')).playbackVerbs,
  },
  {
    name: 'texts',
    summary: translationText('help.texts'),
    load: async () => (await import('./commands/texts.ts')).textVerbs,
  },
  noun('channels', async () => (await import('./commands/channels.ts')).channelVerbs),
  {
    name: 'schedule',
    summary: scheduleText('help.schedule'),
    load: async () => (await import('./commands/schedule.ts')).scheduleVerbs,
  },
  {
    name: 'publishing',
    summary: publishingText('help.publishing'),
    load: async () => (await import('./commands/publishing.ts')).publishingVerbs,
  },
  noun('providers', async () => (await import('./commands/providers.ts')).providerVerbs),
  {
    name: 'tenants',
    summary: tenantText('help.tenants'),
    load: async () => (await import('./commands/tenants.ts')).tenantVerbs,
  },
  noun('labels', async () => (await import('./commands/taxonomies.ts')).labelVerbs),
  noun('focus-areas', async () => (await import('./commands/taxonomies.ts')).focusAreaVerbs),
  noun('equipment', async () => (await import('./commands/taxonomies.ts')).equipmentVerbs),
  {
    name: 'members',
    summary: memberText('help.members'),
    load: async () => (await import('./commands/members.ts')).memberVerbs,
  },
  {
    name: 'reviews',
    summary: text('reviews.summary'),
    load: async () => (await import('./commands/reviews.ts')).reviewVerbs,
  },
  {
    name: 'favourites',
    summary: text('favourites.summary'),
    load: async () => (await import('./commands/favourites.ts')).favouriteVerbs,
  },
  {
    name: 'terms',
    summary: termsText('help.terms'),
    load: async () => (await import('./commands/terms.ts')).termsVerbs,
  },
  {
    name: 'site',
    summary: siteText('help.site'),
    load: async () => (await import('./commands/site.ts')).siteVerbs,
  },
  {
    name: 'api',
    summary: text('api.summary'),
    description: text('api.description'),
    load: async () => (await import('./commands/api.ts')).addApi,
  },
  {
    name: 'serve',
    summary: text('serve.summary'),
    description: text('serve.description'),
    load: async () => (await import('./commands/serve.ts')).addServe,
  },
  {
    name: 'reports',
    summary: reportText('help.reports'),
    load: async () => (await import('./commands/reports.ts')).reportVerbs,
  },
  {
    name: 'audit',
    summary: auditText('help.audit'),
    load: async () => (await import('./commands/audit.ts')).auditVerbs,
  },
  {
    name: 'accounts',
    summary: accountText('help.accounts'),
    description: accountText('help.accounts.more'),
    load: async () => (await import('./commands/accounts.ts')).accountVerbs,
  },
  {
    name: 'doctor',
    summary: text('doctor.summary'),
    load: async () => (await import('./commands/doctor.ts')).addDoctor,
  },
  {
    name: 'completion',
    summary: text('completion.summary'),
    description: text('completion.description'),
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
  {
    name: 'man',
    summary: text('man.summary'),
    load: async () => (await import('./commands/man.ts')).addMan,
  },
]

/** One command line from its arguments to its exit code. */
export const run = (world: World): Promise<number> =>
  runWith((program, session) => void addLazily(program, commands, session), world)

/** The whole tree of commands with their flags; docs/cli.md comes from it. */
export async function loadProgram(session: Session): Promise<Command> {
  const program = createRoot(session)
  const loadAll = addLazily(program, commands, session)
  await loadAll()
  return program
}
