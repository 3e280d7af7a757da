import * as z from 'zod'

// The site's rules for scripts allow no `eval`: zod needn't try, which browsers would report. Schemas are made as they are loaded, so
// this comes before them.
z.config({ jitless: true })
