import { build, type Metafile } from 'esbuild'
import { withPackages } from '@/server/build'
import { projectRoot } from './files'

/** The files that the API is built into, with what is in each of them, as a build would write them. */
export async function builtApi(): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    ...withPackages,
    absWorkingDir: projectRoot,
    entryPoints: ['server/api.ts'],
    outdir: '.build/law',
    metafile: true,
    write: false,
  })
  return metafile.outputs
}

/** The sources that the API reads before a line of it runs: without what it imports when it needs it. */
export function readToStart(outputs: Metafile['outputs']): string[] {
  const reached = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === 'server/api.ts'))
  for (const file of reached) {
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') reached.add(path)
  }
  return [...reached].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
}
