import { build } from './build.mjs'

/** After an install: builds the command line, so that `npx kinora` starts at once. Without the build it runs from source, only slower. */
try {
  build('cli')
} catch {
  console.error('The command line was not built; it runs from source.')
}
