/** What the site is made of: the menu, and the pages behind it, by their files below `docs/`. */

export interface Entry {
  text: string
  /** A file below `docs/`, without its ending. */
  page: string
}
export interface Section {
  text: string
  entries: readonly Entry[]
}

const entry = (text: string, page: string): Entry => ({ text, page })

export const sections: readonly Section[] = [
  {
    text: 'Start',
    entries: [
      entry('What Kinora is', 'README'),
      entry('Embed in three steps', 'embedding'),
      entry('Words we use', 'glossary'),
    ],
  },
  {
    text: 'Parts',
    entries: [
      entry('All parts', 'parts/README'),
      entry('Titles', 'parts/titles'),
      entry('Title editor', 'parts/title-editor'),
      entry('Upload', 'parts/upload'),
      entry('Player', 'parts/player'),
      entry('Schedule', 'parts/schedule'),
      entry('Collections', 'parts/collections'),
      entry('Categories', 'parts/categories'),
      entry('Captions', 'parts/captions'),
      entry('Reports', 'parts/reports'),
      entry('Members', 'parts/members'),
      entry('Forms', 'parts/forms'),
    ],
  },
  {
    text: 'Recipes',
    entries: [
      entry('Next with sessions', 'recipes/next-with-sessions'),
      entry('A page that only uploads', 'recipes/upload-only-page'),
      entry('A site in an afternoon', 'recipes/a-site-in-an-afternoon'),
    ],
  },
  {
    text: 'Guides',
    entries: [
      entry('Theme and tokens', 'tokens'),
      entry('Keyboard and accessibility', 'accessibility'),
      entry('Locales', 'locales'),
      entry('Content Security Policy', 'content-security-policy'),
      entry('Testing your page', 'testing-your-page'),
      entry('The kit behind the parts', 'components'),
      entry('Beside others’ components', 'comparison'),
    ],
  },
  {
    text: 'Work with content',
    entries: [
      entry('Whole catalogues', 'bulk'),
      entry('Captions', 'captions'),
      entry('A week of programme', 'programme'),
      entry('A tenant’s site', 'site'),
      entry('A tenant’s settings', 'tenant-settings'),
    ],
  },
  {
    text: 'Programs',
    entries: [
      entry('The API', 'api'),
      entry('Keys for machines', 'api-keys'),
      entry('Webhooks', 'webhooks'),
      entry('Command line', 'cli'),
    ],
  },
  {
    text: 'Run the platform',
    entries: [
      entry('Several servers', 'scale'),
      entry('Files in S3', 'files-in-s3'),
      entry('Streams', 'streams'),
      entry('Sign-in at a provider', 'sign-in'),
      entry('Accounts by SCIM', 'provisioning'),
      entry('Work in the background', 'jobs'),
      entry('What it withstands', 'reliability'),
      entry('How fast it is', 'performance'),
    ],
  },
  {
    text: 'Versions',
    entries: [
      entry('Changelog', '../CHANGELOG'),
      entry('What a version promises', 'versions'),
      entry('Moving to another version', 'migration'),
    ],
  },
  {
    text: 'Work on Kinora',
    entries: [
      entry('Architecture', 'architecture'),
      entry('Adding a noun', 'add-a-noun'),
      entry('Tests', 'tests'),
      entry('Requirements', 'requirements'),
      entry('Decisions', 'site/decisions'),
    ],
  },
]

/** Where a page of the repository, named from its root, is on the site; undefined for what is no page of `docs/`. */
export function addressOf(file: string): string | undefined {
  if (file === 'CHANGELOG.md') return '/changelog'
  if (file === 'docs/site/decisions.md' || /^docs\/decisions\/?$/.test(file)) return '/decisions/'
  const [, page] = /^docs\/(.+)\.md$/.exec(file) ?? []
  return page === undefined ? undefined : `/${page.replace(/(^|\/)README$/, '$1')}`
}

/** Where a file that is no page of `docs/` is shown as it stands. */
export const sourceAddress = (file: string): string => `/source/${file}`
