import { join } from 'node:path'
import { follow, root } from './run.mjs'

follow('storybook', ['dev', '-p', '6006', '--host', '127.0.0.1', '--ci', ...process.argv.slice(2)], {
  cwd: join(root, 'packages/react'),
})
