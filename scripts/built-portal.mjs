import { build } from './build.mjs'

/** Before the portal's tests: the server serves the build, so they never meet one that is older than its sources. */
export function setup() {
  if (build('portal') !== 0) throw new Error('The portal was not built.')
  if (build('site') !== 0) throw new Error('The example of a site was not built.')
}
