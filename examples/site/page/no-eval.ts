import { config } from 'zod'

// The site's rules for scripts allow no `eval`: zod needn't try, which browsers would report. Schemas are made as they are loaded, so
// this comes before them. By its own name: what is called `z` counts as without effect, and would be left out of the build.
config({ jitless: true })
