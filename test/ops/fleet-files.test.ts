/** The files of ops/ that start a fleet: they say what the daemon and its settings take, and agree with one another. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { loadSettings, type Settings } from '../../src/server/settings/daemon-settings.js';

const OPS = fileURLToPath(new URL('../../ops', import.meta.url));
const KUBECTL = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find(existsSync);

interface Compose {
  services: Record<
    string,
    {
      command?: string[];
      environment?: Record<string, string>;
      stop_grace_period: string;
      volumes: string[];
      configs?: { source: string; target: string }[];
    }
  >;
  volumes: Record<string, object>;
  configs: Record<string, { file: string }>;
}

interface Container {
  args: string[];
  env: { name: string; value?: string; valueFrom?: object }[];
  readinessProbe: { httpGet: { path: string } };
  volumeMounts: { mountPath: string; name: string }[];
  securityContext?: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
}

interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas: number;
    serviceName: string;
    selector: { matchLabels: Record<string, string> };
    volumeClaimTemplates: { metadata: { name: string } }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        containers: [Container];
        volumes?: { name: string; configMap?: { name: string } }[];
      };
    };
  };
}

/** The seconds that the end of a daemon takes at most. */
const endOf = ({ limits }: Settings): number => limits.drainSeconds + limits.shutdownSeconds;

/** The value of an argument of nats-server. */
const argument = (args: readonly string[], name: string): string => args[args.indexOf(name) + 1]!;

t.test('the compose file starts three daemons and three servers that know each other', t => {
  const { services, volumes, configs } = parse(readFileSync(`${OPS}/compose.yaml`, 'utf8'), { merge: true }) as Compose;
  const servers = Object.entries(services).filter(([name]) => name.startsWith('nats-'));
  const daemons = Object.entries(services).filter(([name]) => name.startsWith('daemon-'));
  t.strictSame([servers.length, daemons.length], [3, 3]);
  const names = servers.map(([name]) => name);
  for (const [name, { command, configs: [config] = [] }] of servers) {
    t.equal(argument(command!, '-n'), name);
    t.equal(argument(command!, '-c'), config?.target);
    t.ok(existsSync(`${OPS}/${configs[config!.source]!.file}`));
    t.equal(argument(command!, '--routes'), names.map(server => `nats://${server}:6222`).join(','));
  }
  for (const [name, { environment, stop_grace_period }] of daemons) {
    const settings = loadSettings({ env: environment! });
    t.strictSame(
      settings.fleet.servers,
      names.map(server => `nats://${server}:4222`),
    );
    t.equal(settings.fleet.address, `http://${name}:8080`);
    t.ok(Number.parseInt(stop_grace_period, 10) > endOf(settings), 'it is not killed before its end');
  }
  const used = Object.values(services).flatMap(service => service.volumes.map(volume => volume.split(':')[0]!));
  t.strictSame(used.sort(), Object.keys(volumes).sort(), 'each has a volume of its own');
  t.end();
});

t.test('so do the resources of Kubernetes', t => {
  const read = (file: string) =>
    parseAllDocuments(readFileSync(`${OPS}/kubernetes/${file}`, 'utf8')).map(document => document.toJS() as Resource);
  const { resources, configMapGenerator } = parse(readFileSync(`${OPS}/kubernetes/kustomization.yaml`, 'utf8')) as {
    resources: string[];
    configMapGenerator: { name: string; files: string[] }[];
  };
  for (const { files } of configMapGenerator) for (const file of files) t.ok(existsSync(`${OPS}/kubernetes/${file}`));
  const all = resources.flatMap(read);
  const services = new Set(all.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name));
  const [nats, daemons] = ['vitrine-nats', 'vitrine'].map(
    name => all.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name)!.spec,
  );
  const hosts = Array.from({ length: nats!.replicas }, (_, i) => `vitrine-nats-${i}.${nats!.serviceName}`);
  for (const { selector, serviceName, template, volumeClaimTemplates } of [nats!, daemons!]) {
    t.ok(services.has(serviceName));
    t.strictSame(selector.matchLabels, template.metadata.labels);
    t.strictSame(
      template.spec.containers[0].volumeMounts.map(({ name }) => name),
      [
        ...volumeClaimTemplates.map(({ metadata }) => metadata.name),
        ...(template.spec.volumes ?? []).map(({ name }) => name),
      ],
    );
    const maps = (template.spec.volumes ?? []).flatMap(({ configMap }) => (configMap ? [configMap.name] : []));
    t.ok(maps.every(map => configMapGenerator.some(({ name }) => name === map)));
  }
  t.equal(
    argument(nats!.template.spec.containers[0].args, '--routes'),
    hosts.map(host => `nats://${host}:6222`).join(),
  );
  const { terminationGracePeriodSeconds, containers } = daemons!.template.spec;
  const [{ args, env, readinessProbe, volumeMounts, securityContext }] = containers;
  const settings = loadSettings({
    env: Object.fromEntries(
      env.map(({ name, value }) => [name, (value ?? 'pod').replace('$(VITRINE_FLEET_NAME)', 'vitrine-0')]),
    ),
  });
  t.strictSame(
    settings.fleet.servers,
    hosts.map(host => `nats://${host}:4222`),
  );
  t.equal(settings.fleet.address, `http://vitrine-0.${daemons!.serviceName}:8080`);
  t.ok(terminationGracePeriodSeconds > endOf(settings), 'it is not killed before its end');
  t.strictSame(args, ['serve', '--data', volumeMounts[0]!.mountPath]);
  t.equal(readinessProbe.httpGet.path, '/readyz');
  t.match(securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  t.end();
});

t.test('kubectl takes them', { skip: KUBECTL ? false : 'there is no kubectl here' }, t => {
  t.match(execFileSync(KUBECTL!, ['kustomize', `${OPS}/kubernetes`], { encoding: 'utf8' }), /kind: StatefulSet/);
  t.end();
});
