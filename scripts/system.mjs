import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'

const onPath = name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
const postgres = () =>
  onPath('postgres') || (existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0)

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get')

/** What tests and pipeline use from the system: a check, and the Debian package that brings it. */
const needs = [
  { name: 'ffmpeg', package: 'ffmpeg', present: () => onPath('ffmpeg') && onPath('ffprobe') },
  {
    name: 'Chromium',
    package: 'chromium-headless-shell',
    present: () =>
      process.env.CHROMIUM_PATH !== undefined ||
      onPath('chromium-headless-shell') ||
      (!canInstall() && onPath('chromium')),
  },
  { name: 'PostgreSQL', package: 'postgresql', present: postgres },
  { name: 'curl', package: 'curl', present: () => onPath('curl') },
  {
    name: 'OpenStack Swift',
    package: 'swift-proxy swift-account swift-container swift-object',
    present: () => onPath('swift-proxy-server'),
    /** Tests of files in S3 are left out without it, and say so. */
    optional: true,
  },
  {
    name: 'HAProxy',
    package: 'haproxy',
    present: () => onPath('haproxy') || onPath('/usr/sbin/haproxy'),
    /** The test of several servers behind it is left out without it, and says so. */
    optional: true,
  },
]

/** Brings ffmpeg for the server where that can be done; where not, the server says how, and titles wait. */
export function ensureFfmpeg() {
  if (canInstall() && process.env.KINORA_FFMPEG === undefined) install(needs.filter(isMissingFfmpeg))
}

const isMissingFfmpeg = need => need.name === 'ffmpeg' && !need.present()

/** Installs what is missing when running as root on Debian; otherwise says exactly what to install and ends. */
export function ensureSystem() {
  const missing = needs.filter(need => !need.present() && (canInstall() || !need.optional))
  if (missing.length === 0) return
  const packages = missing.map(need => need.package)
  const command = `apt-get install -y ${packages.join(' ')}`
  if (!canInstall()) {
    console.error(
      `The tests need ${missing.map(need => need.name).join(', ')}. Install with:\n\n  sudo ${command}\n`,
    )
    process.exit(1)
  }
  install(missing.filter(need => !need.optional))
  try {
    install(missing.filter(need => need.optional))
  } catch (error) {
    console.error(`Without it some tests are left out: ${error.message}`)
  }
}

function install(missing) {
  if (missing.length === 0) return
  const packages = missing.flatMap(need => need.package.split(' '))
  console.log(`Installing ${packages.join(', ')} …`)
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync('/etc/postgresql-common/createcluster.conf'))
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}
