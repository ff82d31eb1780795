Amoeba
Copyright 2026 the Amoeba authors

This product is licensed under the Apache License, Version 2.0 (see LICENSE).

This jar contains, whole or in part:

<#list dependencyMap as entry>
<#assign project = entry.getKey()/>
<#assign licenses = entry.getValue()/>
- ${project.name} ${project.version} (${project.groupId}:${project.artifactId}): ${licenses?join(", ")}
</#list>
